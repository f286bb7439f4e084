/**
 * A map with one more entry, or another value for a key it has; the map it is made from stays as it is.
 *
 * What `new Map(map).set(key, value)` means, without the copy: a message may have thousands of blocks,
 * and to copy what is known of all of them for each makes a long answer slow. All maps that come of one
 * another share their entries, and each but the latest knows what came after it.
 *
 * ```text
 * one        {a→1}
 * two        {a→1, b→2}    shared {a→3, b→2}; two: then a was 1; one: then b was not there, and so on
 * three      {a→3, b→2}
 * ```
 *
 * The latest map is as fast as a `Map`; one further back pays a step for each that was made of it
 * since. To make a second map of one that is not the latest copies it.
 */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return (map instanceof SharedMap ? (map as SharedMap<K, V>) : new SharedMap(new Map(map))).with(
    key,
    value,
  );
}

/** What the map made of this one changed. */
interface Change<K, V> {
  readonly after: SharedMap<K, V>;
  readonly key: K;
  /** Undefined where there was no such key. */
  readonly before: { readonly value: V } | undefined;
}

class SharedMap<K, V> implements ReadonlyMap<K, V> {
  /** The entries of the latest map. Nothing is ever taken out of it, so that all have their order. */
  readonly #shared: Map<K, V>;
  readonly #size: number;
  #change: Change<K, V> | undefined;

  constructor(shared: Map<K, V>) {
    this.#shared = shared;
    this.#size = shared.size;
    this.#change = undefined;
  }

  with(key: K, value: V): SharedMap<K, V> {
    if (this.#change !== undefined) return new SharedMap(this.#copy()).with(key, value);
    const before = this.#shared.has(key) ? { value: this.#shared.get(key) as V } : undefined;
    this.#shared.set(key, value);
    const after = new SharedMap(this.#shared);
    this.#change = { after, key, before };
    return after;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const change = this.#changeOf(key);
    return change === undefined ? this.#shared.get(key) : change.before?.value;
  }

  has(key: K): boolean {
    const change = this.#changeOf(key);
    return change === undefined ? this.#shared.has(key) : change.before !== undefined;
  }

  forEach(tell: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) tell(value, key, this);
  }

  entries(): MapIterator<[K, V]> {
    return this.#copy().entries();
  }

  keys(): MapIterator<K> {
    return this.#copy().keys();
  }

  values(): MapIterator<V> {
    return this.#copy().values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  /** What first happened to a key after this map. */
  #changeOf(key: K): Change<K, V> | undefined {
    let change = this.#change;
    while (change !== undefined && change.key !== key) change = change.after.#change;
    return change;
  }

  #copy(): Map<K, V> {
    const copy = new Map(this.#shared);
    const changes: Change<K, V>[] = [];
    for (let it = this.#change; it !== undefined; it = it.after.#change) changes.push(it);
    for (const { key, before } of changes.reverse()) {
      if (before === undefined) copy.delete(key);
      else copy.set(key, before.value);
    }
    return copy;
  }
}

// Who compares by kind, as matchers do, is to find it the equal of a `Map`.
Object.defineProperties(SharedMap.prototype, {
  constructor: { value: Map },
  [Symbol.toStringTag]: { value: 'Map' },
});

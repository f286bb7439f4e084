import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Place } from './Place.mjs';
import { relatedSpecs } from './relatedSpecs.mjs';

/**
 * Tries mutations out, each in a copy of the tree that nobody else works in.
 *
 * A mutation meets the specs its row names first, and all other pure specs that import the mutated
 * file only if it survives those.
 */
export class Bench {
  #root;
  #limitMs;
  #places;
  #greens = new Map();

  constructor(root, { jobs, limitMs }) {
    this.#root = root;
    this.#limitMs = limitMs;
    this.#places = Array.from({ length: jobs }, () => new Place(root));
  }

  /** Tries every mutation, as many at a time as there are copies. */
  async each(mutations, told) {
    const waiting = [...mutations];
    await Promise.all(
      this.#places.map(async (place) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          told(next, await this.#try(place, next));
      }),
    );
  }

  close() {
    for (const place of this.#places) place.close();
  }

  /** Those of the specs that fail in the tree as it is. */
  async #redIn(place, specs) {
    const asked = [...new Set(specs)].filter((spec) => !this.#greens.has(spec));
    if (asked.length > 0) {
      const { red } = await place.run(asked, 10 * this.#limitMs);
      for (const spec of asked) this.#greens.set(spec, !red.some((failed) => failed.spec === spec));
    }
    return [...new Set(specs)].filter((spec) => !this.#greens.get(spec));
  }

  async #try(place, { file, mutant, specs }) {
    const target = path.join(place.path, file);
    const original = readFileSync(target, 'utf8');
    const others = relatedSpecs(this.#root, file).filter((spec) => !specs.includes(spec));
    const isHeld = ({ hung, red }) => !hung && red.length === 0;
    // A spec that is red as it is proves nothing.
    const red = await this.#redIn(place, specs);
    if (red.length > 0) return { outcome: 'unfit', red: red.map((spec) => ({ spec, failed: 0 })) };
    writeFileSync(target, mutant);
    let result;
    try {
      result = await place.run(specs, this.#limitMs);
      if (!isHeld(result) || others.length === 0) return verdict(result);
      result = await place.run(others, 3 * this.#limitMs);
    } finally {
      writeFileSync(target, original);
    }
    const before = await this.#redIn(
      place,
      result.red.map(({ spec }) => spec),
    );
    return verdict({ ...result, red: result.red.filter(({ spec }) => !before.includes(spec)) });
  }
}

/** Code that does not even load is noticed by every spec, and says nothing about any of them. */
function verdict({ hung, red }) {
  if (hung) return { outcome: 'killed', red, hung };
  if (red.length === 0) return { outcome: 'survived', red };
  return { outcome: red.every(({ failed }) => failed === 0) ? 'broken' : 'killed', red };
}

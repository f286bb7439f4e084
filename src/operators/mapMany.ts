import { Observable, type OperatorFunction, Subscriber } from 'rxjs';

/** A value, or any number of values in an array. */
export type OneOrMany<T> = T | readonly T[];

/**
 * Maps each value to one value or, in an array, to any number of values – and the end to a goodbye.
 *
 * ```text
 * source    a----b----c--|      project: a → [x, y], b → [], c → z     farewell: → w
 * result    (xy)------z--(w|)
 * ```
 *
 * `concatMap` means the same and may stand in anywhere. It subscribes to an observable per value,
 * though, at several times the cost (`npm run bench:micro`). Values that are arrays themselves must
 * come wrapped in one.
 *
 * **Errors** – whatever `project` or `farewell` throws becomes the error notification.
 */
export function mapMany<T, R extends object | string>(
  project: (value: T) => OneOrMany<R>,
  farewell?: () => OneOrMany<R>,
): OperatorFunction<T, R> {
  return (source$) =>
    new Observable((subscriber) => {
      source$.subscribe(new MapManySubscriber(subscriber, project, farewell));
    });
}

/**
 * Being a `Subscriber` of the one downstream is what RxJS's own operators are: unsubscribing reaches
 * even a source that emits synchronously, and there is no second hop per value.
 */
// eslint-disable-next-line rxjs-x/no-subclass -- what an operator written from scratch is made of
class MapManySubscriber<T, R extends object | string> extends Subscriber<T> {
  readonly #downstream: Subscriber<R>;
  readonly #project: (value: T) => OneOrMany<R>;
  readonly #farewell: (() => OneOrMany<R>) | undefined;

  constructor(
    downstream: Subscriber<R>,
    project: (value: T) => OneOrMany<R>,
    farewell: (() => OneOrMany<R>) | undefined,
  ) {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated for users, not for operators
    super(downstream);
    this.#downstream = downstream;
    this.#project = project;
    this.#farewell = farewell;
  }

  protected override _next(value: T): void {
    let results: OneOrMany<R>;
    try {
      results = this.#project(value);
    } catch (error) {
      this.error(error);
      return;
    }
    this.#say(results);
  }

  protected override _complete(): void {
    let results: OneOrMany<R>;
    try {
      results = this.#farewell?.() ?? [];
    } catch (error) {
      this._error(error);
      return;
    }
    this.#say(results);
    // Who heard what they were waiting for in the farewell has left already.
    if (!this.closed) super._complete();
  }

  #say(results: OneOrMany<R>): void {
    if (isMany(results)) for (const result of results) this.#downstream.next(result);
    else this.#downstream.next(results);
  }
}

const isMany = <R>(results: OneOrMany<R>): results is readonly R[] => Array.isArray(results);

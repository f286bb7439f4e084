import {
  identity,
  type MonoTypeOperatorFunction,
  Observable,
  type OperatorFunction,
  type pipe,
  Subscriber,
  type TeardownLogic,
  type UnaryFunction,
} from 'rxjs';

/** What takes values until there are no more; it tells a failure by throwing it. */
export interface Sink<in T> {
  next(value: T): void;
  complete(): void;
  /**
   * Who is to be told of more like the value told last, where that is not this sink: it would pass
   * them on as they are and remember nothing of them. What is alike is for those to say who make and
   * ask it (`skipSteady`).
   */
  steady?(): Sink<T>;
}

/** Whom to tell of more like the value that was told last. */
export const steadyOf = <T>(sink: Sink<T>): Sink<T> => sink.steady?.() ?? sink;

/** The subscription a link works in. */
export interface Life {
  /** Does something when it ends, however it does. */
  add(teardown: TeardownLogic): void;
  /** Lets go of the source: what a link still says, it says on its own. */
  leave(): void;
  /** Does something that is not the answer to a value, at a later time: what it throws is told as its error. */
  run(work: () => void): void;
}

/**
 * An operator without its Observables: given a subscription's sink, the sink to put in front of it.
 *
 * After it has called `complete` it must call `next` no more, whatever it is still told.
 */
export type Link<T, R> = (downstream: Sink<R>, life: Life) => Sink<T>;

/** An operator that can be joined to its neighbours. */
export interface FusibleOperator<T, R> extends OperatorFunction<T, R> {
  readonly [LINK]: Link<T, R>;
}

const LINK: unique symbol = Symbol('link');

/** The operator that a link makes: by itself, in a subscriber of its own. */
export function fusible<T, R>(link: Link<T, R>): FusibleOperator<T, R> {
  // A property set is much cheaper than `Object.assign`, and each request makes dozens of these.
  function joinable(source$: Observable<T>): Observable<R> {
    return linked(source$, link);
  }
  joinable[LINK] = link;
  return joinable;
}

/** How a fusible operator works inside, for one that puts others to use. */
export function linkOf<T, R>({ [LINK]: link }: FusibleOperator<T, R>): Link<T, R> {
  return link;
}

/** A fusible operator that remembers: made anew for each subscription, as `defer` makes Observables. */
export function perSubscription<T, R>(make: () => FusibleOperator<T, R>): FusibleOperator<T, R> {
  return fusible((downstream, life) => make()[LINK](downstream, life));
}

/**
 * `pipe`, but for speed: neighbours that are fusible work in one subscriber.
 *
 * An operator in RxJS is a subscriber, and a value's way through one costs more than most of our
 * operators do with it. So what is piped here still reads, and behaves, as a pipe of operators, and
 * any operator may stand in it; those made by {@link fusible} call each other directly.
 *
 * ```text
 * pipe      source ─ Subscriber(a) ─ Subscriber(b) ─ Subscriber(delay) ─ Subscriber(c)
 * fused     source ─ Subscriber(a·b) ─ Subscriber(delay) ─ Subscriber(c)
 * ```
 *
 * **Errors** – those of the source and of the operators, as with `pipe`.
 */
export const fused = joined as typeof pipe &
  (<T>(...operators: readonly MonoTypeOperatorFunction<T>[]) => MonoTypeOperatorFunction<T>);

type Operator = UnaryFunction<never, unknown> & { readonly [LINK]?: Link<unknown, unknown> };

function joined(...operators: readonly Operator[]): Operator {
  const steps: Operator[] = [];
  let links: Link<unknown, unknown>[] = [];
  const endRow = () => {
    if (links.length > 0) steps.push(inOne(links));
    links = [];
  };
  for (const operator of operators) {
    const link = operator[LINK];
    if (link !== undefined) links.push(link);
    else if (operator !== identity) {
      endRow();
      steps.push(operator);
    }
  }
  endRow();
  return steps.length < 2 ? (steps[0] ?? identity) : inTurn(steps);
}

const inTurn =
  (steps: readonly Operator[]): Operator =>
  (source: never) =>
    steps.reduce<unknown>((given, step) => step(given as never), source);

/** Links that follow each other, as one. */
function inOne(links: readonly Link<unknown, unknown>[]): Operator {
  return fusible((downstream, life) =>
    links.reduceRight((sink, link) => link(sink, life), downstream),
  );
}

function linked<T, R>(source$: Observable<T>, link: Link<T, R>): Observable<R> {
  return new Observable((subscriber) => {
    source$.subscribe(new LinkSubscriber(subscriber, link));
  });
}

/**
 * Being a `Subscriber` of the one downstream is what RxJS's own operators are: unsubscribing reaches
 * even a source that emits synchronously, and there is no second hop per value.
 */
// eslint-disable-next-line rxjs-x/no-subclass -- what an operator written from scratch is made of
class LinkSubscriber<T, R> extends Subscriber<T> {
  readonly #head: Sink<T>;

  constructor(downstream: Subscriber<R>, link: Link<T, R>) {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated for users, not for operators
    super(downstream);
    this.#head = link(downstream, new LinkedLife(downstream, this));
  }

  protected override _next(value: T): void {
    try {
      this.#head.next(value);
    } catch (error) {
      this.error(error);
    }
  }

  protected override _complete(): void {
    try {
      this.#head.complete();
    } catch (error) {
      this._error(error);
      return;
    }
    this.unsubscribe();
  }
}

class LinkedLife implements Life {
  readonly #downstream: Subscriber<never>;
  readonly #upstream: Subscriber<never>;

  constructor(downstream: Subscriber<never>, upstream: Subscriber<never>) {
    this.#downstream = downstream;
    this.#upstream = upstream;
  }

  add(teardown: TeardownLogic): void {
    this.#downstream.add(teardown);
  }

  leave(): void {
    this.#upstream.unsubscribe();
  }

  run(work: () => void): void {
    if (this.#downstream.closed) return;
    try {
      work();
    } catch (error) {
      this.#downstream.error(error);
    }
  }
}

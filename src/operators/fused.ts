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
}

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

/**
 * Says of an operator how it works inside. Both must mean the same.
 *
 * @param operator - how it works by itself. @defaultValue the link, in a subscriber of its own
 */
export function fusible<T, R>(
  link: Link<T, R>,
  operator: OperatorFunction<T, R> = lifted(link),
): FusibleOperator<T, R> {
  // A function of our own: an operator may be RxJS's, and used by others.
  return Object.assign((source$: Observable<T>) => operator(source$), { [LINK]: link });
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
  return operators.reduce(pair, identity);
}

function pair(first: Operator, second: Operator): Operator {
  if (first === identity) return second;
  if (second === identity) return first;
  const head = first[LINK];
  const tail = second[LINK];
  return head !== undefined && tail !== undefined
    ? fusible((downstream, life) => head(tail(downstream, life), life))
    : (source: never) => second(first(source) as never);
}

const lifted =
  <T, R>(link: Link<T, R>): OperatorFunction<T, R> =>
  (source$) =>
    new Observable((subscriber) => {
      source$.subscribe(new LinkSubscriber(subscriber, link));
    });

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
    this.#head = link(downstream, {
      add: (teardown) => {
        downstream.add(teardown);
      },
      leave: () => {
        this.unsubscribe();
      },
      run: (work) => {
        if (downstream.closed) return;
        try {
          work();
        } catch (error) {
          downstream.error(error);
        }
      },
    });
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

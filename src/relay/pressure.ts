import { BehaviorSubject, type Observable } from 'rxjs';

/**
 * Back-pressure. RxJS has none: a source pushes however slow its listener is. So the two ends of a
 * pipeline, a socket in and a socket out, share a valve, and what is between them stays pure.
 */
export interface Valve {
  /** Whether the reader wants more, now and whenever that changes. */
  readonly demand$: Observable<boolean>;
  open(): void;
  shut(): void;
}

/** A valve that is open until it is shut. */
export function openValve(): Valve {
  const wanted = new BehaviorSubject(true);
  const turn = (wants: boolean) => {
    if (wanted.value !== wants) wanted.next(wants);
  };
  return {
    demand$: wanted.asObservable(),
    open() {
      turn(true);
    },
    shut() {
      turn(false);
    },
  };
}

import { Observable } from 'rxjs';
import { TimeoutError } from '../errors.ts';

/** Watches for a line gone dead: how long has nothing been heard on it? */
export interface Silence {
  /** Something came: the silence starts anew. Cheap; called for every read. */
  heard(): void;
  /** We stopped listening ourselves: what we do not read is no silence of theirs. */
  pause(): void;
  resume(): void;
  /**
   * Watches while subscribed, from the start on: waiting for a head is silence too. Emits nothing.
   *
   * **Errors** – {@link TimeoutError} when nothing was heard for too long.
   */
  readonly tooLong$: Observable<never>;
}

/** @param afterMs - milliseconds of silence that are too long; 0 waits for ever */
export function watchSilence(afterMs: number): Silence {
  let lastAt = performance.now();
  let paused = false;

  return {
    heard() {
      lastAt = performance.now();
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      lastAt = performance.now();
    },
    tooLong$: new Observable((subscriber) => {
      let timer: NodeJS.Timeout | undefined;
      // No timer is reset per read: this one finds out when it fires how long the silence has been.
      const check = () => {
        const leftMs = paused ? afterMs : lastAt + afterMs - performance.now();
        if (leftMs > 0) timer = setTimeout(check, Math.ceil(leftMs));
        else subscriber.error(new TimeoutError(`The upstream sent nothing for ${afterMs} ms.`));
      };
      if (afterMs > 0) check();
      subscriber.add(() => {
        clearTimeout(timer);
      });
    }),
  };
}

import type { ChildProcess } from 'node:child_process';

/**
 * What a process of the bench does when asked: one function a question, over the channel node opens
 * between parent and child.
 */
export type Duties = Readonly<Record<string, (question: never) => unknown>>;

interface Question {
  readonly id: number;
  readonly duty: string;
  readonly question: unknown;
}

interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

/** In a child: answers the parent's questions, and ends when the parent is gone. */
export function onDuty(duties: Duties): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ id, duty, question }: Question) => {
    const reply = (words: Omit<Reply, 'id'>) => process.send?.({ id, ...words });
    Promise.resolve()
      .then(() => duties[duty]?.(question as never))
      .then(
        (answer) => reply({ answer }),
        (error: unknown) =>
          reply({ failure: error instanceof Error ? error.message : String(error) }),
      );
  });
  process.send?.({ id: 0 });
}

/** In the parent: a child that can be asked. */
export interface Remote<D extends Duties> {
  ask<K extends keyof D & string>(
    duty: K,
    question: Parameters<D[K]>[0],
  ): Promise<Awaited<ReturnType<D[K]>>>;
}

/**
 * The parent's end of a child that is `onDuty`, once it is.
 *
 * **Errors** – a question rejects when the child fails at it or ends.
 */
export async function remote<D extends Duties>(child: ChildProcess): Promise<Remote<D>> {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  const ready = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject }));
  child.on('message', ({ id, answer, failure }: Reply) => {
    const question = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) question?.resolve(answer);
    else question?.reject(new Error(failure));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process ended (${code}).`));
    waiting.clear();
  });
  await ready;
  return {
    ask: (duty, question) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        child.send({ id, duty, question } satisfies Question);
      }),
  };
}

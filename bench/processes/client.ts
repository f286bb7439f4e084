import { comesTrue, nowUs, pause } from '../harness/clock.ts';
import { onDuty } from '../harness/duties.ts';
import { cpuSeconds } from '../harness/proc.ts';
import { quantile } from '../harness/statistics.ts';
import type { Answer } from '../wire/AnswerReader.ts';
import { Connection } from '../wire/Connection.ts';
import type { Asked, ClientDuties, Load, Loaded, Watch, Watched } from '../duties/ClientDuties.ts';
import { StampReader } from '../fixture/stamp.ts';

/** How long a stream may take to say its first word. */
const PATIENCE_MS = 30_000;

let held: readonly Connection[] = [];
let stalled: { readonly connection: Connection; readonly answer: Promise<Answer> } | undefined;

onDuty({
  read,
  load,
  watch,
  async hold({ streams, ...asked }) {
    const opened = await Promise.all(Array.from({ length: streams }, () => open(asked)));
    await comesTrue(() => opened.every(({ spoken }) => spoken()), PATIENCE_MS);
    held = opened.map(({ connection }) => connection);
    return opened.filter(({ spoken }) => spoken()).length;
  },
  leave() {
    const at = nowUs();
    for (const connection of held) connection.leave();
    held = [];
    return at;
  },
  async stall({ port, request }) {
    const connection = new Connection(port);
    await connection.open();
    await new Promise<void>((resolve) => {
      let first = true;
      const answer = connection.ask(Buffer.from(request), () => {
        if (!first) return;
        first = false;
        connection.pause();
        resolve();
      });
      answer.catch(() => undefined);
      stalled = { connection, answer };
    });
    held = stalled ? [stalled.connection] : [];
  },
  async finish(withinMs) {
    if (stalled === undefined) throw new Error('Nothing is stalled.');
    const { connection, answer } = stalled;
    connection.resume();
    const whole = await Promise.race([answer, pause(withinMs)]);
    connection.leave();
    stalled = undefined;
    held = [];
    return whole ?? undefined;
  },
} satisfies ClientDuties);

async function read({ port, request }: Asked): Promise<Answer & { readonly body: string }> {
  const connection = new Connection(port);
  const parts: Buffer[] = [];
  const answer = await connection.ask(Buffer.from(request), (bytes) => parts.push(bytes));
  connection.leave();
  return { ...answer, body: Buffer.concat(parts).toString('utf8') };
}

/**
 * A fixed number of requests, from a standstill to a standstill: what is measured is then the cost
 * of exactly these, however long a single one takes.
 */
async function load(load: Load): Promise<Loaded> {
  const request = Buffer.from(load.request);
  const connections = Array.from({ length: load.concurrency }, () => new Connection(load.port));
  await Promise.all(connections.map((connection) => connection.open()));
  const deadline = performance.now() + load.withinMs;
  let asked = 0;
  let answered = 0;
  let wrong = 0;
  const work = async (connection: Connection): Promise<void> => {
    while (asked < load.requests && performance.now() < deadline) {
      asked++;
      try {
        const { status, bodyBytes } = await connection.ask(request);
        if (status !== 200 || bodyBytes !== load.bodyBytes) wrong++;
      } catch {
        wrong++;
      }
      answered++;
    }
  };
  const cpuBefore = cpuSeconds(load.pid);
  const startedAt = performance.now();
  await Promise.all(connections.map(work));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(load.pid) - cpuBefore;
  for (const connection of connections) connection.leave();
  return { requests: answered, wrong, seconds, cpuSeconds: cpu };
}

async function watch({ streams, windowMs, pid, probes, ...asked }: Watch): Promise<Watched> {
  const late: number[] = [];
  let counting = false;
  const onStamp = (sentUs: number) => {
    if (counting) late.push(nowUs() - sentUs);
  };
  const opened = await Promise.all(Array.from({ length: streams }, () => open(asked, onStamp)));
  await comesTrue(() => opened.every(({ spoken }) => spoken()), PATIENCE_MS);
  // Opening so many at once is a storm of its own; it is not what is measured.
  await pause(1000);

  const cpuBefore = pid === undefined ? 0 : cpuSeconds(pid);
  const startedAt = performance.now();
  counting = true;
  await pause(windowMs);
  counting = false;
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = pid === undefined ? 0 : cpuSeconds(pid) - cpuBefore;

  const firstTexts: number[] = [];
  for (let probe = 0; probe < probes; probe++) firstTexts.push(await firstText(asked));
  const silent = opened.filter(({ spoken }) => !spoken()).length;
  for (const { connection } of opened) connection.leave();
  return {
    events: late.length,
    silent,
    seconds,
    cpuSeconds: cpu,
    latencyP50: quantile(late, 0.5),
    latencyP99: quantile(late, 0.99),
    firstTextP50: quantile(firstTexts, 0.5),
    firstTextP99: quantile(firstTexts, 0.99),
  };
}

/** Microseconds from asking to the first text. */
async function firstText(asked: Asked): Promise<number> {
  const connection = new Connection(asked.port);
  await connection.open();
  const stamps = new StampReader();
  const askedAt = nowUs();
  const at = await new Promise<number>((resolve) => {
    const never = setTimeout(resolve, PATIENCE_MS, NaN);
    connection
      .ask(Buffer.from(asked.request), (bytes) => {
        stamps.read(bytes, () => {
          clearTimeout(never);
          resolve(nowUs());
        });
      })
      .catch(() => undefined);
  });
  connection.leave();
  return at - askedAt;
}

/** Opens a stream that is never read to its end. */
async function open(
  { port, request }: Asked,
  onStamp: (sentUs: number) => void = () => undefined,
): Promise<{ readonly connection: Connection; spoken(): boolean }> {
  const connection = new Connection(port);
  await connection.open();
  const stamps = new StampReader();
  let spoken = false;
  connection
    .ask(Buffer.from(request), (bytes) => {
      stamps.read(bytes, (sentUs) => {
        spoken = true;
        onStamp(sentUs);
      });
    })
    .catch(() => undefined);
  return { connection, spoken: () => spoken };
}

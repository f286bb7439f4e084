import type { Fleet } from '../harness/fleet.ts';
import type { Cell } from '../harness/table.ts';
import type { Watched } from '../duties/ClientDuties.ts';
import { interleaved, medianOf } from './interleaved.ts';
import type { Bench, Finding, Headline, Measure } from './Measure.ts';
import { warmUp } from './warmUp.ts';

/** Both come to 5,000 events a second. */
const full = [
  { streams: 100, everyMs: 20 },
  { streams: 500, everyMs: 100 },
];
const brief = [{ streams: 20, everyMs: 20 }];

/** How much later an event arrives because of the relay, and how soon a stream speaks. */
export const latency: Measure = {
  name: 'latency',
  title: 'Latency of paced streams',
  needsFleet: true,
  async run({ fleet, quick, rounds, progress }: Bench): Promise<Finding> {
    const faults: string[] = [];
    for (const runner of fleet.runners) {
      progress(`latency: warming up ${runner.name}`);
      const warm = await warmUp(fleet, runner, { events: 300, ms: quick ? 200 : 8000 });
      faults.push(...warm.faults);
    }
    const lines = [direct(fleet), ...fleet.runners.map(relayed)];
    const rows: Cell[][] = [];
    const headlines: Headline[] = [];
    for (const { streams, everyMs } of quick ? brief : full) {
      const found = await interleaved(rounds, lines, async ({ name, port, pid, request }) => {
        progress(`latency: ${streams} streams, ${name}`);
        await fleet.upstream.ask('behave', { kind: 'paced', everyMs });
        const watched = await fleet.client.ask('watch', {
          port,
          pid,
          request,
          streams,
          windowMs: quick ? 300 : 4000,
          probes: quick ? 3 : 40,
        });
        if (watched.silent > 0 || !(watched.firstTextP99 > 0)) {
          faults.push(`${name}: ${watched.silent} of ${streams} paced streams said nothing`);
        }
        return watched;
      });
      const ms = (name: (typeof lines)[number]['name'], figure: keyof Watched) =>
        medianOf(found, name, (watched) => watched[figure]) / 1000;
      for (const { name } of lines) {
        rows.push([
          name,
          streams,
          everyMs,
          medianOf(found, name, ({ events, seconds }) => events / seconds),
          ms(name, 'latencyP50'),
          ms(name, 'latencyP99'),
          ms(name, 'latencyP50') - ms('direct', 'latencyP50'),
          ms(name, 'latencyP99') - ms('direct', 'latencyP99'),
          ms(name, 'firstTextP50'),
          ms(name, 'firstTextP99'),
          medianOf(found, name, ({ cpuSeconds, events }) => (cpuSeconds / events) * 1e6),
        ]);
      }
      headlines.push(
        {
          what: `added latency p99, ms, ${streams} paced streams`,
          figures: Object.fromEntries(
            fleet.runners.map(({ name }) => [
              name,
              ms(name, 'latencyP99') - ms('direct', 'latencyP99'),
            ]),
          ),
        },
        {
          what: `time to the first text p50, ms, beside ${streams} streams`,
          figures: Object.fromEntries(
            fleet.runners.map(({ name }) => [name, ms(name, 'firstTextP50')]),
          ),
        },
      );
    }
    return {
      columns: [
        'relay',
        'streams',
        'event every ms',
        'events/s',
        'p50 ms',
        'p99 ms',
        'added p50 ms',
        'added p99 ms',
        'first text p50 ms',
        'first text p99 ms',
        'CPU µs/event',
      ],
      rows,
      note:
        `From the upstream's write to the client's read, by the machine's clock. "direct" has no ` +
        `relay; "added" is against it. Median of ${rounds} interleaved rounds.`,
      headlines,
      faults,
    };
  },
};

/** The client asks the upstream itself: what harness and kernel cost. */
const direct = ({ upstreamPort, runners }: Fleet) => ({
  name: 'direct' as const,
  port: upstreamPort,
  pid: undefined,
  request: runners[0]?.request() ?? Buffer.alloc(0),
});

const relayed = ({ name, port, pid, request }: Fleet['runners'][number]) => ({
  name,
  port,
  pid,
  request: request(),
});

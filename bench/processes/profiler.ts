import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

// Loaded before a relay: SIGUSR2 starts the profiler, and another writes what it saw. A profile from
// start to end would be one of V8 warming up.

const SAMPLE_US = 250;

let session: Session | undefined;
process.on('SIGUSR2', () => void (session === undefined ? begin() : finish(session)));

async function begin(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
}

async function finish(running: Session): Promise<void> {
  session = undefined;
  const { profile } = await running.post('Profiler.stop');
  running.disconnect();
  writeFileSync(process.env['BENCH_PROFILE'] ?? 'relay.cpuprofile', JSON.stringify(profile));
}

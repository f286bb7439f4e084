import type { Finding, Headline } from '../measures/Measure.ts';
import { type ContenderName, contenders } from './contenders.ts';
import type { Machine } from './machine.ts';
import { table } from './table.ts';

export function printMachine(machine: Machine): void {
  const { at, node, cpu, cores, loadAverage, commit, versions } = machine;
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  console.log(`${at}  commit ${commit}  node ${node}  ${cpu} × ${cores}  ${used.join(', ')}`);
  if (loadAverage > 1) {
    console.log(`The machine is busy (load ${loadAverage.toFixed(2)}): trust ratios, not figures.`);
  }
}

export function printFinding(title: string, { columns, rows, note }: Finding): void {
  console.log(`\n## ${title}\n\n${note}\n\n${table(columns, rows)}`);
}

/** The run at a glance: one figure a row, ours against the others'. */
export function printHeadlines(headlines: readonly Headline[]): void {
  if (headlines.length === 0) return;
  const names = contenders
    .map(({ name }) => name)
    .filter((name) => headlines.some(({ figures }) => figures[name] !== undefined));
  const rows = headlines.map(({ what, figures }) => [
    what,
    ...names.map((name) => figures[name] ?? NaN),
    ratio(figures, 'marblegate', 'raw-pipe'),
    ratio(figures, 'portkey', 'marblegate'),
    ...(names.includes('before') ? [ratio(figures, 'marblegate', 'before')] : []),
  ]);
  console.log(
    `\n## At a glance\n\nLess is better in all rows.\n\n${table(
      [
        '',
        ...names,
        'ours ÷ raw pipe',
        'Portkey ÷ ours',
        ...(names.includes('before') ? ['ours ÷ before'] : []),
      ],
      rows,
    )}`,
  );
}

const ratio = (figures: Headline['figures'], of: ContenderName, to: ContenderName): number =>
  (figures[of] ?? NaN) / (figures[to] ?? NaN);

/** Shows what is being done now, where somebody may be watching. */
export function progress(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
}

export const clearProgress = (): void => {
  progress('');
};

/** The specs that noticed, and how many of their tests. */
export const noticed = ({ red, hung }) =>
  hung
    ? 'the clock: it never ends'
    : sorted(red)
        .map(({ spec, failed }) => `${spec} (${failed === 0 ? 'all' : failed})`)
        .join(', ');

export function printResult(result, count, total) {
  const { outcome, file, line, words, reason } = result;
  const verdict = outcome === 'survived' && reason ? 'explained' : outcome;
  const place = `${file.replace(/^src\//, '')}:${line}`;
  console.log(
    `${String(count).padStart(4)}/${total} ${verdict.padEnd(9)} ${place.padEnd(40)} ${words}` +
      (outcome === 'killed' ? `  ← ${noticed(result)}` : ''),
  );
}

/** Specs in the order of their names: jest starts with those that failed before. */
export const sorted = (red) => [...red].sort((one, other) => (one.spec < other.spec ? -1 : 1));

/** Killed out of all, per folder. */
export function printScores(results) {
  const folders = Map.groupBy
    ? Map.groupBy(results, folderOf)
    : results.reduce(
        (all, result) => all.set(folderOf(result), [...(all.get(folderOf(result)) ?? []), result]),
        new Map(),
      );
  console.log('');
  for (const [folder, some] of folders) console.log(scoreOf(folder, some));
  console.log(scoreOf('all', results));
}

export const folderOf = ({ file }) => file.slice(0, file.lastIndexOf('/'));

function scoreOf(name, results) {
  const killed = results.filter(({ outcome }) => outcome === 'killed').length;
  const explained = results.filter(({ outcome, reason }) => outcome === 'survived' && reason);
  const percent = results.length === 0 ? 100 : (100 * killed) / results.length;
  return (
    `${name.padEnd(24)} ${String(killed).padStart(4)} of ${results.length} killed` +
    `, ${explained.length} explained  ${percent.toFixed(1)} %`
  );
}

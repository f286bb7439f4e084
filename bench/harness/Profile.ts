import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A CPU profile, as far as it is read here.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
}

interface ProfileNode {
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly hitCount?: number;
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

/** Where the time went: shares of the busy time, largest first. */
export type Shares = readonly (readonly [what: string, share: number])[];

/** Self time by whose code it is: a package, a part of node, or one of our own files. */
export const byOwner = (profile: Profile): Shares => shares(profile, ownersOf);

/** Self time by function. */
export const byFunction = (profile: Profile): Shares =>
  shares(profile, ({ callFrame: { functionName, url, lineNumber }, hitCount = 0 }) => [
    [`${functionName || '(anonymous)'}  ${placeOf(url)}:${lineNumber + 1}`, hitCount],
  ]);

type Ticks = readonly (readonly [what: string, ticks: number])[];

function shares({ nodes }: Profile, ticksOf: (node: ProfileNode) => Ticks): Shares {
  const sums = new Map<string, number>();
  let total = 0;
  for (const node of nodes) {
    if (node.callFrame.functionName === '(idle)') continue;
    for (const [what, ticks] of ticksOf(node)) {
      sums.set(what, (sums.get(what) ?? 0) + ticks);
      total += ticks;
    }
  }
  return [...sums]
    .map(([what, ticks]): [string, number] => [what, ticks / total])
    .sort(([, a], [, b]) => b - a);
}

/** V8 charges what is built in to the line that calls it, so JSON is told by the line. */
function ownersOf({ callFrame: { functionName, url }, hitCount = 0, positionTicks }: ProfileNode) {
  const owner = ownerOf(functionName, url);
  if (!owner.startsWith('ours')) return [[owner, hitCount] as const];
  const lines = sourceLines(url);
  return (positionTicks ?? []).map(({ line, ticks }): [string, number] => {
    const json = /JSON\.(?:parse|stringify)\(/.exec(lines[line - 1] ?? '')?.[0];
    return [json === undefined ? owner : `${json.slice(0, -1)} (${owner})`, ticks];
  });
}

function ownerOf(functionName: string, url: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : `built in: ${functionName}`;
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1];
  if (dependency !== undefined) return /^@?koa|^delegates$/.test(dependency) ? 'koa' : dependency;
  if (url.startsWith('node:'))
    return /_http|node:http$/.test(url) ? 'node: http' : 'node: the rest';
  return `ours: ${placeOf(url)}`;
}

const placeOf = (url: string): string =>
  url.startsWith('node:') ? url : url.replace(/^.*?\/(?:dist|node_modules)\//, '');

const sources = new Map<string, readonly string[]>();

function sourceLines(url: string): readonly string[] {
  let lines = sources.get(url);
  if (lines === undefined) {
    lines = url.startsWith('file:') ? readFileSync(fileURLToPath(url), 'utf8').split('\n') : [];
    sources.set(url, lines);
  }
  return lines;
}

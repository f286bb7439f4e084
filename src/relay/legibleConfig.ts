type Fields = Readonly<Record<string, unknown>>;

/** Settings that are groups of settings. */
const groups: ReadonlySet<string> = new Set([
  'aliases',
  'anthropic',
  'bedrock',
  'record',
  'replay',
  'routing',
  'stages',
  'turnMemory',
  'vertex',
]);
const kinds: ReadonlySet<unknown> = new Set(['anthropic', 'bedrock', 'vertex', 'replay']);

/**
 * A configuration with wrong shapes in it, as far as it can be asked what contradicts what: so that
 * those problems need not wait until the others are solved.
 *
 * A setting that is there with a wrong value is there: it must not be called missing as well. A
 * channel whose kind nobody knows has nothing but its name.
 */
export function legibleConfig(config: Fields): Fields {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([name, value]) => isSaid(name, value))
      .map(([name, value]) => [name, name === 'channels' ? legibleChannels(value) : value]),
  );
}

function isSaid(name: string, value: unknown): boolean {
  if (value === null) return false;
  if (name === 'host') return typeof value === 'string';
  return !groups.has(name) || isFields(value);
}

function legibleChannels(channels: unknown): readonly Fields[] {
  return (Array.isArray(channels) ? (channels as readonly unknown[]) : []).map((entry, at) => {
    const { kind, name, aliases, ...settings } = isFields(entry) ? entry : {};
    const own = typeof name === 'string' ? name : undefined;
    return kinds.has(kind)
      ? {
          ...settings,
          kind,
          ...(own !== undefined && { name: own }),
          ...(isFields(aliases) && { aliases }),
        }
      : { kind: 'replay', name: own ?? `channels.${at}` };
  });
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { routeShape, routingShape } from '../../src/relay/channelsConfig.ts';
import { variables } from '../../src/relay/environment.ts';
import {
  anthropicShape,
  bedrockShape,
  processShape,
  relayShape,
  replayShape,
  requestShape,
  vertexShape,
} from '../../src/relay/settingsShapes.ts';

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
/** Everything the page names, and the first column of its tables apart. */
const named = [...page.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
const rows = [...page.matchAll(/^\| `([\w.]+)` /gm)].map(([, name = '']) => name);

const shapes = {
  processShape,
  relayShape,
  requestShape,
  anthropicShape,
  bedrockShape,
  vertexShape,
  replayShape,
  routeShape,
  routingShape,
};
const settings = [...new Set(Object.values(shapes).flatMap((shape) => Object.keys(shape)))];
const groups = ['record.directory', 'record.bodies'].concat(
  ['store', 'url', 'maxBytes', 'ttlMs'].map((name) => `turnMemory.${name}`),
);

describe('docs/configuration.md', () => {
  it.each(Object.keys(variables))('names the variable %s', (name) => {
    expect(named).toContain(name);
  });

  it.each([...settings, ...groups])('has a row for the setting %s', (name) => {
    expect(rows).toContain(name);
  });

  it('has no row for a setting that does not exist', () => {
    expect(
      rows.filter((row) => ![...settings, ...groups, 'channels', 'kind'].includes(row)),
    ).toEqual([]);
  });

  it('names no variable that is not read', () => {
    const inCapitals = named.filter((name) => /^[A-Z][A-Z_]{3,}$/.test(name));

    expect(inCapitals.filter((name) => !Object.hasOwn(variables, name))).toEqual([]);
  });
});

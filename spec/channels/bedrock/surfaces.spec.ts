import { describe, expect, it } from '@jest/globals';
import { surfaceOf, surfaces } from '../../../src/channels/bedrock/surfaces.ts';

describe('surfaceOf', () => {
  it('recognises every surface by its own base URL', () => {
    for (const [name, { baseUrl }] of Object.entries(surfaces)) {
      expect(surfaceOf({ baseUrl: baseUrl('eu-west-1') })).toBe(name);
      expect(surfaceOf({ baseUrl: `${baseUrl('us-east-1')}/` })).toBe(name);
    }
  });

  it('is InvokeModel unless something else is said', () => {
    expect(surfaceOf({})).toBe('invoke');
    expect(surfaceOf({ baseUrl: 'http://localhost:9000/bedrock' })).toBe('invoke');
    expect(surfaceOf({ baseUrl: 'http://localhost:9000', surface: 'platform' })).toBe('platform');
  });
});

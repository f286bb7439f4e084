import { describe, expect, it } from '@jest/globals';
import { vertexBaseUrl, vertexUrl } from '../../../src/channels/vertex/vertexUrl.ts';

describe('vertexBaseUrl', () => {
  it.each([
    ['global', 'https://aiplatform.googleapis.com/v1'],
    ['us', 'https://aiplatform.us.rep.googleapis.com/v1'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1'],
    ['us-east5', 'https://us-east5-aiplatform.googleapis.com/v1'],
  ])('%s is at %s', (region, url) => {
    expect(vertexBaseUrl(region)).toBe(url);
  });
});

describe('vertexUrl', () => {
  const p1 = { baseUrl: vertexBaseUrl('global'), projectId: 'p1', region: 'global' };

  it('names project, region, model and whether to stream', () => {
    expect(vertexUrl({ ...p1, model: 'claude-opus-5', stream: true })).toBe(
      'https://aiplatform.googleapis.com/v1/projects/p1/locations/global/publishers/anthropic/models/claude-opus-5:streamRawPredict',
    );
    expect(
      vertexUrl({
        projectId: 'p1',
        region: 'us-east5',
        baseUrl: `${vertexBaseUrl('us-east5')}/`,
        model: 'claude-haiku-4-5@20251001',
        stream: false,
      }),
    ).toBe(
      'https://us-east5-aiplatform.googleapis.com/v1/projects/p1/locations/us-east5/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict',
    );
  });

  it('lets no model out of its place in the path', () => {
    expect(vertexUrl({ ...p1, model: '../../x;y?z#@1:rawPredict', stream: true })).toMatch(
      /\/models\/\.\.%2F\.\.%2Fx%3By%3Fz%23@1%3ArawPredict:streamRawPredict$/,
    );
  });
});

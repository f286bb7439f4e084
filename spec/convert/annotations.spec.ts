import { describe, expect, it } from '@jest/globals';
import { toAnnotations } from '../../src/convert/annotations.ts';
import { openai } from '../../src/testing/index.ts';

describe('toAnnotations', () => {
  it('says each source with its span, in order', () => {
    const a = { start: 0, end: 5, url: 'https://a.example', title: 'A' };
    const b = { start: 7, end: 9, url: 'https://b.example', title: '' };

    expect(toAnnotations([a, b])).toEqual([
      openai.urlCitation(0, 5, 'A', 'https://a.example'),
      openai.urlCitation(7, 9, '', 'https://b.example'),
    ]);
  });

  it('says nothing of nothing', () => {
    expect(toAnnotations([])).toEqual([]);
  });
});

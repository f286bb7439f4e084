import { describe, expect, it } from '@jest/globals';
import type { ClaudeCitation, ClaudeEvent } from '../../src/claude/events.ts';
import {
  type AnswerAnnotations,
  citationsOf,
  nextAnnotations,
  noAnnotations,
} from '../../src/folds/answerAnnotations.ts';
import { type AnswerText, answerText, type Fold } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';

const { blockStop, citation, text, textStart, toolStart, webCitation } = claude;

interface Annotated {
  readonly text: AnswerText;
  readonly annotations: AnswerAnnotations;
}
const lengths = answerText();
const annotated: Fold<Annotated> = {
  seed: { text: lengths.seed, annotations: noAnnotations },
  next(before, event) {
    const after = lengths.next(before.text, event);
    const annotations = nextAnnotations(before.annotations, event, before.text, after);
    return after === before.text && annotations === before.annotations
      ? before
      : { text: after, annotations };
  },
};
const saidIn = (...events: readonly ClaudeEvent[]) =>
  citationsOf(
    events.reduce((known, event) => annotated.next(known, event), annotated.seed).annotations,
  );

const page = webCitation('https://a.example', 'A');
const other = webCitation('https://b.example', 'B');
const a = { url: 'https://a.example', title: 'A' };
const b = { url: 'https://b.example', title: 'B' };

describe('nextAnnotations', () => {
  it('covers the block that cites, from its first character to its last', () => {
    const cited = saidIn(
      ...[textStart(0), text(0, 'Hé🙂 '), blockStop(0)],
      ...[textStart(1), citation(1, page), text(1, 'is '), text(1, 'so.'), blockStop(1)],
      ...[textStart(2), text(2, ' Well.'), blockStop(2)],
    );

    expect(cited).toEqual([{ start: 4, end: 10, ...a }]);
  });

  it('does not cover what parts the block from the text before', () => {
    const cited = saidIn(
      ...[text(0, 'a'), blockStop(0), toolStart(1, 'f'), blockStop(1)],
      ...[textStart(2), text(2, 'b'), citation(2, page), blockStop(2)],
    );

    expect(cited).toEqual([{ start: 3, end: 4, ...a }]);
  });

  it('knows a source only when its block is complete', () => {
    const open = [textStart(0), text(0, 'a'), citation(0, page)];

    expect(saidIn(...open)).toEqual([]);
    expect(saidIn(...open, blockStop(1))).toEqual([]);
    expect(saidIn(...open, blockStop(0))).toHaveLength(1);
  });

  it('lists the sources of a block in order, and each once', () => {
    const cited = saidIn(
      ...[textStart(0), text(0, 'a')],
      ...[citation(0, other), citation(0, page), citation(0, other)],
      ...[blockStop(0), blockStop(0)],
    );

    expect(cited).toEqual([
      { start: 0, end: 1, ...b },
      { start: 0, end: 1, ...a },
    ]);
  });

  it('lists a source again for another block', () => {
    const block = (index: number) => [text(index, 'a'), citation(index, page), blockStop(index)];

    expect(saidIn(...block(0), ...block(1))).toEqual([
      { start: 0, end: 1, ...a },
      { start: 1, end: 2, ...a },
    ]);
  });

  it('lists a source once for blocks that say nothing at the same place', () => {
    const renamed = webCitation(a.url, 'Another title');
    const silent = (index: number, source: ClaudeCitation) => [
      textStart(index),
      citation(index, source),
      blockStop(index),
    ];

    expect(saidIn(...silent(0, page), ...silent(1, renamed))).toEqual([{ start: 0, end: 0, ...a }]);
  });

  it('ends a block that did not close where the next began', () => {
    const cited = saidIn(
      ...[textStart(0), textStart(1), text(0, 'aa'), text(1, 'b')],
      ...[citation(0, page), citation(1, other), blockStop(1), blockStop(0)],
    );

    expect(cited).toEqual([
      { start: 0, end: 2, ...a },
      { start: 2, end: 3, ...b },
    ]);
  });

  it('covers all of a block that is resumed after another', () => {
    const cited = saidIn(
      ...[textStart(0), textStart(1), citation(0, page), text(0, 'a'), text(1, 'b'), text(0, 'c')],
      ...[citation(1, other), blockStop(0), blockStop(1)],
    );

    expect(cited).toEqual([
      { start: 0, end: 3, ...a },
      { start: 1, end: 2, ...b },
    ]);
  });

  it.each<readonly [string, ClaudeCitation, object | undefined]>([
    ['a web page', page, a],
    ['a web page without a title', { ...page, title: null }, { ...a, title: '' }],
    [
      'a search result with a web address',
      { type: 'search_result_location', source: 'http://a.example', title: 'A' },
      { ...a, url: 'http://a.example' },
    ],
    [
      'a search result from elsewhere',
      { type: 'search_result_location', source: 'file://a', title: 'A' },
      undefined,
    ],
    ['a search result from nowhere', { type: 'search_result_location' }, undefined],
    ['a web page without an address', { type: 'web_search_result_location', url: null }, undefined],
    ['a place in a text', { type: 'char_location', source: 'https://a.example' }, undefined],
    ['a page of a document', { type: 'page_location', url: 'https://a.example' }, undefined],
    ['a block of a document', { type: 'content_block_location' }, undefined],
    ['what is not invented yet', { type: 'brand_new', url: 'https://a.example' }, undefined],
  ])('%s', (_, source, expected) => {
    const cited = saidIn(text(0, 'x'), citation(0, source), blockStop(0));

    expect(cited).toEqual(expected ? [{ start: 0, end: 1, ...expected }] : []);
  });

  itIsAFold(annotated, [text(0, 'x'), citation(0, page), citation(0, other), blockStop(0)]);
});

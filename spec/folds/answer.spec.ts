import { describe, expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { citationsOf } from '../../src/folds/answerAnnotations.ts';
import { answer } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';

const { blockStop, citation, redactedThinking, serverToolStart, text, textStart } = claude;
const { thinking, thinkingStart, toolStart, webCitation } = claude;

const after = (...events: readonly ClaudeEvent[]) =>
  events.reduce((known, event) => answer().next(known, event), answer().seed);

describe('answer', () => {
  it('places each thought after so much text', () => {
    const { reasoning } = after(
      ...[thinkingStart(0), thinking(0, 'hm'), blockStop(0)],
      ...[textStart(1), text(1, 'né🙂'), blockStop(1)],
      ...[redactedThinking(2, 'x'), blockStop(2)],
      ...[thinkingStart(3), text(4, 'b'), thinking(3, 'so'), blockStop(3)],
    );

    const places = [...reasoning.blocks.told.values()].map(({ textBefore }) => textBefore);

    expect(places).toEqual([0, 3, 3]);
  });

  it('spans each source over the text as it is said, separator and all', () => {
    const { annotations } = after(
      ...[text(0, 'a'), blockStop(0), toolStart(1, 'f'), blockStop(1)],
      ...[text(2, 'b'), citation(2, webCitation('https://a.example', 'A')), blockStop(2)],
    );

    expect(citationsOf(annotations)).toEqual([
      { start: 3, end: 4, url: 'https://a.example', title: 'A' },
    ]);
  });

  it('parts texts as it is told', () => {
    const fold = answer(' ');
    const { text: said } = [text(0, 'a'), toolStart(1, 'f'), text(2, 'b')].reduce(
      (known, event) => fold.next(known, event),
      fold.seed,
    );

    expect(said.lead).toBe(' ');
  });

  it('stays the same for events that add nothing', () => {
    const known = after(text(0, 'a'));

    for (const event of [serverToolStart(1), text(0, ''), claude.json(0, '{}'), blockStop(1)]) {
      expect(answer().next(known, event)).toBe(known);
    }
  });

  itIsAFold(answer(), [
    ...[thinkingStart(0), thinking(0, 'hm'), text(1, 'a'), toolStart(2, 'f'), text(3, 'b')],
    ...[citation(3, webCitation('https://a.example', 'A')), blockStop(3)],
  ]);
});

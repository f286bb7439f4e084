import { describe, expect, it } from '@jest/globals';
import { claude, scripts } from '../../src/testing/index.ts';
import { eachClient } from '../support/clients/index.ts';
import { relayUnderTest } from '../support/relayUnderTest.ts';

const { hangs, hangsAfter } = scripts;
const { messageStart, text, textStart } = claude;
const relay = relayUnderTest();

/** A client that has lost interest must not go on costing tokens. */
describe.each(eachClient())('%s', (_, client) => {
  /** Asks, aborts as told to, and waits until the client is through with it. */
  async function leave(
    abortWhen: (abort: () => void) => void,
    onText: (abort: () => void) => void,
  ): Promise<void> {
    const controller = new AbortController();
    const abort = () => {
      controller.abort();
    };
    const answer = client.ask({
      baseURL: relay.baseURL,
      tools: [],
      signal: controller.signal,
      onText: () => {
        onText(abort);
      },
    });
    abortWhen(abort);
    // Most clients raise an abort as an error; a plain loop over OpenAI's stream just ends.
    await Promise.allSettled([answer]);
    expect(controller.signal.aborted).toBe(true);
  }

  it('leaves while Claude is silent: the connection to Claude closes', async () => {
    relay.claudeAnswers(hangs());

    await leave(
      (abort) => void relay.called().then(abort),
      () => undefined,
    );

    expect(await (await relay.called()).closed).toBe('left');
  });

  if (client.streams) {
    it('leaves in the middle of the answer: the connection to Claude closes', async () => {
      relay.claudeAnswers(hangsAfter([messageStart(), textStart(0), text(0, 'Once upon')]));

      await leave(
        () => undefined,
        (abort) => {
          abort();
        },
      );

      expect(await (await relay.called()).closed).toBe('left');
    });
  }
});

import { describe, expect, it } from '@jest/globals';
import { claude, toSse, toSseBytes } from '../../src/testing/index.ts';

const events = [claude.ping(), claude.text(0, 'a\nb')];
const said =
  '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\\nb"}}';

describe('toSse', () => {
  it('writes events as Claude does', () => {
    expect(toSse(events)).toBe(
      `event: ping\ndata: {"type":"ping"}\n\nevent: content_block_delta\ndata: ${said}\n\n`,
    );
  });

  it('writes them as others do', () => {
    expect(toSse(events, { lineEnd: '\r\n', eventLines: false, done: true })).toBe(
      `data: {"type":"ping"}\r\n\r\ndata: ${said}\r\n\r\ndata: [DONE]\r\n\r\n`,
    );
    expect(toSse([claude.ping()], { padding: 3, byteOrderMark: true, comment: 'hi' })).toBe(
      '\uFEFF: hi\n\nevent: ping\ndata: {"type":"ping"   }\n\n',
    );
  });

  it('writes bytes', () => {
    const events = [claude.text(0, '👋')];
    expect(new TextDecoder().decode(toSseBytes(events))).toBe(toSse(events));
  });
});

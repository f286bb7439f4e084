import { describe, expect, it } from '@jest/globals';
import { AnswerReader } from '../../bench/wire/AnswerReader.ts';

const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunked = `${head}5\r\nhello\r\nA;x=1\r\n 0\r\n\r\nbyte\r\n0\r\n\r\n`;

describe('AnswerReader', () => {
  it('finds the body and the end of a chunked answer, wherever it is cut', () => {
    const bytes = Buffer.from(chunked);
    for (let cut = 1; cut < bytes.length; cut++) {
      let body = '';
      const reader = new AnswerReader((part) => (body += part.toString()));
      expect(reader.read(bytes.subarray(0, cut))).toBeUndefined();
      expect(reader.read(bytes.subarray(cut))).toEqual({ status: 200, bodyBytes: 15 });
      expect(body).toBe('hello 0\r\n\r\nbyte');
    }
  });

  it('reads a trailer to its end', () => {
    const reader = new AnswerReader();
    const trailed = chunked.replace(/0\r\n\r\n$/, '0\r\nx-checksum: 1\r\n');
    expect(reader.read(Buffer.from(trailed))).toBeUndefined();
    expect(reader.read(Buffer.from('\r\n'))).toEqual({ status: 200, bodyBytes: 15 });
  });

  it('reads an answer that says its length, and that it closes', () => {
    const reader = new AnswerReader();
    const bytes = Buffer.from(
      'HTTP/1.1 429 No\r\nConnection: close\r\nContent-Length: 4\r\n\r\nwait',
    );
    expect(reader.read(bytes.subarray(0, -1))).toBeUndefined();
    expect(reader.read(bytes.subarray(-1))).toEqual({ status: 429, bodyBytes: 4 });
    expect(reader.closes).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { serverClock } from '../../../src/channels/bedrock/serverClock.ts';

const present = Date.parse('2026-11-25T00:00:00Z');
const refused = (date?: string, type = 'InvalidSignatureException') => ({
  type,
  message: 'No.',
  headers: date === undefined ? {} : { date },
});

describe('serverClock', () => {
  it("is this machine's at first", () => {
    expect(serverClock(() => present).datetime()).toBe('20261125T000000Z');
  });

  it.each([
    ['Wed, 25 Nov 2026 02:00:00 GMT', '20261125T020000Z', '20261125T020001Z'],
    ['Tue, 24 Nov 2026 23:54:57 GMT', '20261124T235457Z', '20261124T235458Z'],
  ])('is set by a refusal at %s, once', (date, time, aSecondLater) => {
    let now = present;
    const clock = serverClock(() => now);

    expect(clock.isSetBy(refused(date))).toBe(true);
    expect(clock.datetime()).toBe(time);
    now += 1000;
    expect(clock.isSetBy(refused(date))).toBe(false);
    expect(clock.datetime()).toBe(aSecondLater);
  });

  it.each([
    ['type', 'RequestTimeTooSkewed', 'No.'],
    ['message', undefined, 'Signature expired: 20261125T000000Z is now earlier than …'],
  ])('knows what it is about by the %s', (_, type, message) => {
    const headers = { date: 'Wed, 25 Nov 2026 02:00:00 GMT' };

    expect(serverClock(() => present).isSetBy({ type, message, headers })).toBe(true);
  });

  it('is set again where it was set wrong', () => {
    const clock = serverClock(() => present);
    clock.isSetBy(refused('Thu, 01 Jan 2015 00:00:00 GMT'));

    expect(clock.isSetBy(refused('Wed, 25 Nov 2026 00:00:00 GMT'))).toBe(true);
    expect(clock.datetime()).toBe('20261125T000000Z');
  });

  it.each([
    ['of a few minutes', refused('Wed, 25 Nov 2026 00:04:59 GMT')],
    ['of any other kind', refused('Wed, 25 Nov 2026 02:00:00 GMT', 'AccessDeniedException')],
    ['that does not say when', refused()],
    ['that says nonsense', refused('soon')],
  ])('is not set by a refusal %s', (_, refusal) => {
    const clock = serverClock(() => present);

    expect(clock.isSetBy(refusal)).toBe(false);
    expect(clock.datetime()).toBe('20261125T000000Z');
  });
});

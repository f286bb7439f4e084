import { describe, expect, it } from '@jest/globals';
import { optionalPeer } from '../../src/channels/optionalPeer.ts';

describe('optionalPeer', () => {
  it('loads a package that is there', async () => {
    const { of } = await optionalPeer('rxjs', () => import('rxjs'), 'do without');

    expect(of).toBeInstanceOf(Function);
  });

  it('says what to do about one that is not', async () => {
    const name = 'a-package-nobody-has-installed';
    const loading = optionalPeer(name, () => import(name) as Promise<unknown>, 'give it a token');

    await expect(loading).rejects.toMatchObject({
      code: 'ERR_RELAY_CONNECTION',
      message: `This relay needs the package ${name} here: install it, or give it a token.`,
      cause: expect.objectContaining({ message: expect.stringContaining(name) }),
    });
  });
});

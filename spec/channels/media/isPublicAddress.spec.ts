import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '../../../src/channels/media/isPublicAddress.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '192.167.1.1', '2606:4700::1111'])(
    'knows %s as one of the internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['this machine', ['127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::']],
    ['this network', ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fd00::1', 'fe80::1']],
    ['a carrier', ['100.64.0.1', '100.127.255.255']],
    ['metadata services', ['169.254.169.254', 'fd00:ec2::254']],
    ['many at once', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
    ['IPv4 in other clothes', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::']],
    ['books', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1']],
    ['nothing', ['', 'localhost', '2130706433', '999.1.1.1']],
  ])('knows addresses of %s as none', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  }); // prettier-ignore
});

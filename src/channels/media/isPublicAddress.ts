import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address is one of the public internet: not of this machine, this network, or a
 * cloud's metadata service.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address);
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

/** All of IPv6 that is routed; what maps or embeds an IPv4 address elsewhere is not in it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ['2001::', 23], // Teredo among them, which carries an IPv4 address
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: carries one, too
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

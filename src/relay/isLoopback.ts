import { isIP } from 'node:net';

/** Whether only this machine can reach an address one listens on. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}

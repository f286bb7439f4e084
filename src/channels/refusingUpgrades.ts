import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Request } from 'got';

/**
 * A request whose upstream is not heard in any other protocol. Nobody asked for one: an answer that
 * switches (101) is told as the answer it is, with its connection closed and nothing in it. Otherwise
 * it would be waited for like one that never comes.
 */
export const refusingUpgrades = (send: () => Request) => (): Request => {
  const request = send();
  request.once('upgrade', (answer: IncomingMessage, socket: Duplex) => {
    socket.destroy();
    answer.push(null);
    request.emit('response', answer);
  });
  return request;
};

import { aiSdkClients } from './aiSdk.ts';
import type { Client } from './Client.ts';
import { langchainClients } from './langchain.ts';
import { openaiClients } from './openai.ts';

export { anyModel, asHeardBy, type Call, type Client, type Heard, type Said } from './Client.ts';

/** Every client, in every way it can be asked. */
export const clients: readonly Client[] = [...openaiClients, ...aiSdkClients, ...langchainClients];

/** One way of each that puts together a stream by itself, and the plain form. */
export const streamingClients: readonly Client[] = [
  ...openaiClients,
  ...[...aiSdkClients, ...langchainClients].filter(({ streams }) => streams),
];

/** A table for `describe.each`: one row a client. */
export const eachClient = (
  which: readonly Client[] = clients,
): (readonly [name: string, client: Client])[] => which.map((client) => [client.name, client]);

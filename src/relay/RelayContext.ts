import type Koa from 'koa';
import type { RequestRecord } from './RequestRecord.ts';

/** What the relay's middleware hands on beside the request itself. */
export interface RelayState {
  record: RequestRecord;
}

export type RelayContext = Koa.ParameterizedContext<RelayState>;
export type RelayMiddleware = Koa.Middleware<RelayState>;

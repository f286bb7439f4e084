import type { StageContext } from '../../src/stages/index.ts';

/** A request whose stream goes through a stage. */
export const anyRequest: StageContext = {
  requestId: 'req_1',
  model: 'claude-test',
  stream: true,
};

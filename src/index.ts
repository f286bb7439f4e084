/** Door `.`: what embedding a relay needs. */
export { anthropicChannel, type AnthropicOptions } from './channels/anthropic.ts';
export { bedrockChannel, type BedrockOptions } from './channels/bedrock/bedrockChannel.ts';
export type { BedrockSurface } from './channels/bedrock/surfaces.ts';
export type { AwsCredentials } from './channels/bedrock/signRequest.ts';
export type {
  Attempt,
  CallDescription,
  Channel,
  ChannelConversion,
  ChannelModel,
  ClaudeCall,
  NativeAnswer,
  NativeCall,
  NativeEndpoint,
  UpstreamHead,
} from './channels/Channel.ts';
export { recorded, type RecordOptions } from './channels/recorded.ts';
export { replayChannel } from './channels/replayChannel.ts';
export type { ReplayOptions } from './replay/replayBytes.ts';
export type { CloudOptions } from './channels/cloudChannel.ts';
export type { FetchMediaOptions } from './channels/media/mediaFetcher.ts';
export type { Route, RoutePolicy } from './channels/router/Route.ts';
export { routedChannel } from './channels/router/routedChannel.ts';
export { vertexChannel, type VertexOptions } from './channels/vertex/vertexChannel.ts';
export type * from './claude/events.ts';
export type * from './claude/message.ts';
export type * from './claude/request.ts';
export {
  ConnectionError,
  ProtocolError,
  RelayError,
  RequestError,
  TimeoutError,
  UpstreamError,
  type UpstreamFailure,
} from './errors.ts';
export type * from './openai/chunks.ts';
export type * from './openai/completion.ts';
export type * from './openai/errors.ts';
export { claudeToOpenAI } from './operators/claudeToOpenAI.ts';
export type { AnswerOptions } from './convert/answerOptions.ts';
export {
  type ChannelConfig,
  type ConfigSources,
  readConfig,
  type RelayConfig,
} from './relay/config.ts';
export type { RouteConfig } from './relay/channelsConfig.ts';
export type { Environment } from './relay/environment.ts';
export type { RecordConfig } from './relay/recordAsConfigured.ts';
export type { RelayState } from './relay/RelayContext.ts';
export type { Ending, RequestRecord } from './relay/RequestRecord.ts';
export type { TurnMemoryConfig } from './relay/turnMemory/openTurnStore.ts';
export { ConfigError } from './relay/ConfigError.ts';
export { createRelay } from './relay/createRelay.ts';
export { openLog, type LogLevel, type RelayLog } from './relay/log.ts';
export { openChannel } from './relay/openChannel.ts';
export {
  memoryTurnStore,
  type MemoryTurnStore,
  type MemoryTurnStoreOptions,
} from './relay/turnMemory/memoryTurnStore.ts';
export { redisTurnStore, type RedisTurnStoreOptions } from './relay/turnMemory/redisTurnStore.ts';
export type { TurnStore } from './relay/turnMemory/TurnStore.ts';
export type { RelayOptions } from './relay/RelayOptions.ts';
export type { Auth } from './relay/requireKey.ts';
export { type RunningRelay, serve, type ServeOptions } from './relay/serve.ts';
export type { StageEntries, StageEntry, StageSettings } from './relay/StageEntry.ts';
export type { ClaudeStage, OpenAIStage, Stage, StageContext } from './relay/stages.ts';
export { version } from './version.ts';

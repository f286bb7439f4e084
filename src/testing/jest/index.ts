/** Door `./testing/jest`: what the kit says in Jest's words. */
export { toBeOpenAIStream } from './toBeOpenAIStream.ts';

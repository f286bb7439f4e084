/** The model asked for where it does not matter which. */
export const anyModel = 'claude-opus-4-8';

/** What is asked of Claude through a client: the question itself does not matter, the tools do. */
export interface Question {
  readonly baseURL: string;
  /** Names of the tools offered; each takes any object. */
  readonly tools: readonly string[];
  /** How often the client tries again by itself. @defaultValue 0 */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
  /** Told whenever a piece of text arrives. */
  readonly onText?: (text: string) => void;
}

/** A tool call as whoever runs it gets it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  /** Parsed; the text itself where it is no JSON. */
  readonly input: unknown;
}

/** What an answer comes to. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly calls: readonly Call[];
  /** OpenAI's word for why it ended. */
  readonly finish: string;
  readonly usage: {
    readonly prompt: number;
    readonly completion: number;
    readonly total: number;
    readonly cached: number;
    readonly reasoning: number;
  };
}

/** An answer as a client holds it in the end; not every client keeps everything. */
export type Heard = Partial<Said> & Pick<Said, 'text' | 'calls' | 'finish' | 'usage'>;

/** A real client, asked in one of its ways. */
export interface Client {
  readonly name: string;
  readonly streams: boolean;
  /** Where a refusal's words end up. */
  readonly refusalIn: 'refusal' | 'text' | 'nowhere';
  /** Whether it keeps all pieces of the reasoning. */
  readonly keepsReasoning: boolean;
  /** Rejects with the client's own error: an answer that failed is no answer. */
  ask(question: Question): Promise<Heard>;
  /** The HTTP status an error of this client speaks of, if any. */
  statusOf(error: unknown): number | undefined;
}

/** What of an answer this client can hold. */
export function asHeardBy({ refusalIn, keepsReasoning }: Client, said: Said): Heard {
  const { reasoning, refusal, ...rest } = said;
  return {
    ...rest,
    ...(keepsReasoning && { reasoning }),
    ...(refusalIn === 'refusal' && { refusal }),
    ...(refusalIn === 'text' && { text: said.text + refusal }),
  };
}

/** What some JSON says; the text itself where it is none. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
};

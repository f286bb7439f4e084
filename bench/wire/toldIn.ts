/** What an OpenAI client has been told when a stream is over. */
export interface Told {
  readonly text: string;
  readonly tools: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  readonly finish: string | undefined;
  readonly done: boolean;
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
}

/** Reads a chat-completion stream as a client would that accumulates by index. */
export function toldIn(stream: string): Told {
  let text = '';
  let finish: string | undefined;
  let done = false;
  const tools: { id: string; name: string; input: string }[] = [];
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: ')) continue;
    if (line === 'data: [DONE]') {
      done = true;
      continue;
    }
    const choice = (JSON.parse(line.slice('data: '.length)) as Chunk).choices?.[0];
    text += choice?.delta?.content ?? '';
    finish = choice?.finish_reason ?? finish;
    for (const { index, id = '', function: said } of choice?.delta?.tool_calls ?? []) {
      const tool = (tools[index] ??= { id: '', name: '', input: '' });
      tool.id += id;
      tool.name += said?.name ?? '';
      tool.input += said?.arguments ?? '';
    }
  }
  return { text, tools, finish, done };
}

import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader } from './AnswerReader.ts';

/** A kept-alive connection that asks one thing at a time. */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
      socket.once('connect', resolve).once('error', reject);
      // What breaks later breaks the question being asked, if any.
      socket.on('error', () => undefined);
      this.#socket = socket;
    });
  }

  /**
   * Sends a request and waits until its answer is complete.
   *
   * **Errors** – when the connection closes before that.
   */
  async ask(request: Buffer, onBody?: (bytes: Buffer) => void): Promise<Answer> {
    const socket = this.#socket?.destroyed === false ? this.#socket : await this.#reopened();
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader(onBody);
      const onData = (bytes: Buffer) => {
        let answer: Answer | undefined;
        try {
          answer = reader.read(bytes);
        } catch (error) {
          socket.destroy(error instanceof Error ? error : undefined);
          return;
        }
        if (answer === undefined) return;
        socket.off('data', onData).off('close', onClose);
        if (reader.closes) socket.destroy();
        resolve(answer);
      };
      const onClose = () => {
        socket.off('data', onData);
        reject(new Error('The connection closed before the answer was complete.'));
      };
      socket.on('data', onData).once('close', onClose);
      socket.write(request);
    });
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Leaves at once, whatever is on its way. */
  leave(): void {
    this.#socket?.destroy();
  }

  async #reopened(): Promise<Socket> {
    await this.open();
    if (this.#socket === undefined) throw new Error('unreachable');
    return this.#socket;
  }
}

import { setTimeout as rest } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { LineAway, type NodeLine } from '#src/ports/node-line.ts';
import { greetNode, NODE_ANSWER } from '#src/security/node-greeting.ts';

/** The path at which a server takes what others ask it. */
const NODE_PATH = '/node';
/** The first number of each message: servers of another version may speak otherwise. */
const NODE_VERSION = 1;
const LOOK_AGAIN_MS = 40;
const CONNECTS_WITHIN_MS = 1_000;

type Asked = { readonly resolve: (answer: unknown) => void; readonly reject: (error: unknown) => void };

export type NodeLineParts = {
  /** Where the market runs now, as host and port, and since which epoch; undefined where it runs nowhere. */
  readonly leader: () => Promise<{ readonly epoch: number; readonly address: string } | undefined>;
  readonly installSecret: Uint8Array;
  readonly now: () => number;
  readonly log: Pick<Logger, 'info' | 'debug'>;
};

/** A line that finds the server which runs the market, and follows it to another one. */
export class WebSocketLine implements NodeLine {
  readonly #parts: NodeLineParts;
  readonly #asked = new Map<number, Asked>();
  #socket: WebSocket | undefined;
  #epoch = -1;
  #isOpen = false;
  #isClosed = false;
  #count = 0;
  #waiting: (readonly [id: number, question: unknown])[] = [];

  constructor(parts: NodeLineParts) {
    this.#parts = parts;
    void this.#stayConnected();
  }

  ask(question: unknown): Promise<unknown> {
    if (!this.#isOpen) return Promise.reject(new LineAway('no server runs the market'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = (this.#count += 1);
    this.#asked.set(id, { resolve, reject });
    this.#waiting.push([id, question]);
    if (this.#waiting.length === 1) setImmediate(() => this.#send());
    return promise;
  }

  /** The market runs elsewhere since this epoch: what was asked of the server before gets no answer any more. */
  moved(epoch: number): void {
    if (this.#isOpen && epoch > this.#epoch) this.#socket?.terminate();
  }

  get isUp(): boolean {
    return this.#isOpen;
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  #send(): void {
    const questions = this.#waiting;
    this.#waiting = [];
    if (this.#isOpen && questions.length > 0) this.#socket?.send(serialize([NODE_VERSION, questions]));
  }

  async #stayConnected(): Promise<void> {
    while (!this.#isClosed) {
      const leader = await this.#parts.leader().catch(() => undefined);
      if (leader) await this.#connect(leader);
      if (!this.#isClosed) await rest(LOOK_AGAIN_MS, undefined, { ref: false });
    }
  }

  /** Resolves when the connection has ended. */
  #connect({ epoch, address }: { readonly epoch: number; readonly address: string }): Promise<void> {
    const { greeting, isAnsweredBy } = greetNode(this.#parts.installSecret, address, this.#parts.now());
    const socket = new WebSocket(`ws://${address}${NODE_PATH}`, {
      headers: { authorization: greeting },
      handshakeTimeout: CONNECTS_WITHIN_MS,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    return new Promise((resolve) => {
      let isKnown = false;
      socket.on('upgrade', ({ headers }) => {
        const answer = headers[NODE_ANSWER];
        isKnown = isAnsweredBy(Array.isArray(answer) ? undefined : answer);
      });
      socket.on('open', () => {
        if (!isKnown) return socket.terminate();
        this.#epoch = epoch;
        this.#isOpen = true;
        this.#parts.log.info({ address, epoch }, 'orders go to the server that runs the market');
      });
      socket.on('message', (data) => this.#hear(data as Buffer)); // without fragments: one buffer
      socket.on('error', (error) => this.#parts.log.debug({ err: error, address }, 'the market’s server'));
      socket.on('close', () => {
        this.#isOpen = false;
        this.#waiting = [];
        for (const { reject } of this.#asked.values()) reject(new LineAway('the server of the market is gone'));
        this.#asked.clear();
        resolve();
      });
    });
  }

  #hear(data: Buffer): void {
    const [version, answers] = deserialize(data) as [number, (readonly [number, unknown])[]];
    if (version !== NODE_VERSION) return;
    for (const [id, answer] of answers) {
      this.#asked.get(id)?.resolve(answer);
      this.#asked.delete(id);
    }
  }
}

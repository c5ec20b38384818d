import { once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { ServerMessage } from '@khara/contract';
import { WebSocket } from 'ws';

/** The app's first pause before it comes back: between half of it and all of it. */
const PAUSE_MS = 500;

/** A socket of a member that comes back by itself, as the app's does, at the next server that takes it. */
export class ReturningSocket {
  readonly #urls: () => readonly string[];
  readonly #token: string;
  readonly #headers: Readonly<Record<string, string>>;
  #socket: WebSocket | undefined;
  #isEnding = false;
  /** When it was last lost, and signed in again, `performance.now()`. */
  lostAt: number | undefined;
  backAt: number | undefined;
  closeCode: number | undefined;
  /** When quotes came. */
  readonly quotesAt: number[] = [];
  /** Ids of orders that came. */
  readonly orders: string[] = [];

  constructor(urls: () => readonly string[], headers: Readonly<Record<string, string>>) {
    this.#urls = urls;
    const { token = '', ...others } = headers;
    this.#token = token;
    this.#headers = others;
  }

  /** Answers when it is signed in at the first server. */
  async open(codes: readonly string[] = []): Promise<this> {
    await this.#connect(0, codes);
    return this;
  }

  end(): void {
    this.#isEnding = true;
    this.#socket?.terminate();
  }

  async #connect(at: number, codes: readonly string[]): Promise<void> {
    const urls = this.#urls();
    const socket = new WebSocket(`${urls[at % urls.length]!.replace('http', 'ws')}/ws`, { headers: this.#headers });
    this.#socket = socket;
    const opened = once(socket, 'open');
    opened.catch(() => undefined);
    let isIn = false;
    const signedIn = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const message = ServerMessage.parse(JSON.parse(data.toString()));
        if (message.type === 'quotes') this.quotesAt.push(performance.now());
        if (message.type === 'order') this.orders.push(message.data.id);
        if (message.type !== 'auth' || !message.ok) return;
        isIn = true;
        if (this.lostAt !== undefined) this.backAt = performance.now();
        if (codes.length > 0) socket.send(JSON.stringify({ op: 'subscribe', channel: 'quotes', codes }));
        resolve();
      });
    });
    socket.on('error', () => undefined); // the close follows
    socket.on('close', (code) => {
      if (this.#isEnding) return;
      this.closeCode = code;
      if (isIn) {
        this.lostAt = performance.now();
        this.backAt = undefined;
      }
      void rest(PAUSE_MS * (0.5 + Math.random() / 2)).then(() => {
        if (!this.#isEnding) void this.#connect(at + 1, codes).catch(() => undefined);
      });
    });
    await opened;
    socket.send(JSON.stringify({ op: 'auth', token: this.#token }));
    await signedIn;
  }
}

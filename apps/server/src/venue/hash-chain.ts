import { createHash, hash } from 'node:crypto';
import type { OrderLine } from '#modules/market/index.ts';

/*
 * Two chains over a market day, for its record in the log: H0 is the hash of the purpose, and each link SHA-256(H before, bytes). They go on from a
 * snapshot, which a running SHA-256 could not.
 */

export const genesis = (purpose: 'commands' | 'trades'): string => hash('sha256', `khara/market-${purpose}/1`);

const extend = (before: string, bytes: Uint8Array | string): string =>
  createHash('sha256').update(before, 'hex').update(bytes).digest('hex');

/** The chain of commands goes on with a line of the order log (modules/market/order-log.ts), as JSON. */
export const extendWithCommand = (before: string, line: OrderLine): string => extend(before, JSON.stringify(line));

/** Bytes of one trade. */
const TRADE_BYTES = 20;

/** The trades of one step, in order; the chain gets a link for every step that has any. */
export class StepTrades {
  #bytes = Buffer.alloc(256 * TRADE_BYTES);
  #length = 0;

  add(tradeNo: number, share: number, price: number, quantity: number, step: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#length)]);
    for (const value of [tradeNo, step, share, price, quantity]) {
      this.#bytes.writeUInt32LE(value, this.#length);
      this.#length += 4;
    }
  }

  /** The chain with this step's link; the trades are forgotten. */
  extend(before: string): string {
    if (this.#length === 0) return before;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return extend(before, bytes);
  }

  snapshot(): string {
    return this.#bytes.toString('base64', 0, this.#length);
  }

  load(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    this.#bytes = Buffer.concat([bytes, Buffer.alloc(256 * TRADE_BYTES)]);
    this.#length = bytes.length;
  }
}

import { sha256Hex } from './sha256.ts';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { OrderLine } from './order-log.ts';

/*
 * Two chains over a market day, for its record in the log: H0 is the hash of the purpose, and each link
 * SHA-256(H before, bytes). They go on from a snapshot, which a running SHA-256 could not.
 */

export const genesis = (purpose: 'commands' | 'trades'): string => sha256Hex(`khara/market-${purpose}/1`);

const extend = (before: string, bytes: Uint8Array | string): string => sha256Hex(hexToBytes(before), bytes);

/** The chain of commands goes on with a line of the order log (order-log.ts), as JSON. */
export const extendWithCommand = (before: string, line: OrderLine): string => extend(before, JSON.stringify(line));

/** Bytes of one trade. */
const TRADE_BYTES = 20;

/** The trades of one step, in order; the chain gets a link for every step that has any. */
export class StepTrades {
  #bytes = new Uint8Array(256 * TRADE_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  add(tradeNo: number, share: number, price: number, quantity: number, step: number): void {
    if (this.#length === this.#bytes.length) this.#grow(2 * this.#length);
    this.#put(tradeNo);
    this.#put(step);
    this.#put(share);
    this.#put(price);
    this.#put(quantity);
  }

  /** The chain with this step's link; the trades are forgotten. */
  extend(before: string): string {
    if (this.#length === 0) return before;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return extend(before, bytes);
  }

  snapshot(): string {
    return base64.encode(this.#bytes.subarray(0, this.#length));
  }

  load(text: string): void {
    const bytes = base64.decode(text);
    this.#length = 0;
    this.#grow(bytes.length + 256 * TRADE_BYTES);
    this.#bytes.set(bytes);
    this.#length = bytes.length;
  }

  #put(value: number): void {
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  #grow(length: number): void {
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

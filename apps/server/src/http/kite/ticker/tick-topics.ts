import type { Instrument, MarketView } from '#src/ports/market.ts';
import { binaryFrame } from '../../text-frame.ts';
import { toMarketInstant, instrumentToken } from '../market-words.ts';

/** How much of an instrument a program is sent. */
export const MODES = ['ltp', 'quote', 'full'] as const;
export type Mode = (typeof MODES)[number];

/** Bytes of a packet by mode: the longer ones begin with the shorter. */
const SIZES = {
  share: { ltp: 8, quote: 44, full: 184 },
  index: { ltp: 8, quote: 28, full: 32 },
} as const;
const DEPTH_LEVELS = 5;
const MAX_UINT32 = 0xff_ff_ff_ff;

type Kept = { readonly instrument: Instrument; readonly packet: Buffer; at: number; depthAt: number };

/**
 * What programs may watch, as packets of the Kite Connect v3 ticker, each made once for as long as it does not
 * change. A topic is an instrument in a mode. Changes are counted as QuoteTopics does.
 */
export class TickTopics {
  readonly #market: MarketView;
  readonly #now: () => number;
  readonly #kept: Kept[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #byToken = new Map<number, number>();
  readonly #changed: number[] = [];
  #count = 1;

  constructor(market: MarketView, now: () => number) {
    this.#market = market;
    this.#now = now;
    for (const instrument of market.instruments()) this.#add(instrument);
  }

  #add(instrument: Instrument): number {
    const number = this.#kept.length;
    const packet = Buffer.alloc(SIZES[instrument.kind].full);
    packet.writeUInt32BE(instrumentToken(instrument), 0);
    this.#kept.push({ instrument, packet, at: 0, depthAt: 0 });
    this.#changed.push(this.#count);
    this.#numbers.set(instrument.code, number);
    this.#byToken.set(instrumentToken(instrument), number);
    return number;
  }

  get count(): number {
    return this.#count;
  }

  /** The topic of an instrument in a mode; undefined for an unknown token. */
  findTopic(token: number, mode: Mode): number | undefined {
    const number = this.#byToken.get(token) ?? this.#newlyListed(token);
    return number === undefined ? undefined : number * MODES.length + MODES.indexOf(mode);
  }

  #newlyListed(token: number): number | undefined {
    const instrument = this.#market.instruments().find((each) => instrumentToken(each) === token);
    return instrument && this.#add(instrument);
  }

  changed(codes: readonly string[]): void {
    this.#count += 1;
    for (const code of codes) {
      const number = this.#numbers.get(code);
      if (number !== undefined) this.#changed[number] = this.#count;
    }
  }

  /** A frame with the packets of these topics that changed after a count; undefined when none did. */
  since(topics: readonly number[], count: number): Buffer | undefined {
    const parts: Buffer[] = [];
    let length = 2;
    for (const topic of topics) {
      const number = Math.floor(topic / MODES.length);
      if (this.#changed[number]! <= count) continue;
      const packet = this.#packet(number, MODES[topic % MODES.length]!);
      parts.push(packet);
      length += 2 + packet.length;
    }
    if (parts.length === 0) return undefined;
    const { frame, begins } = binaryFrame(length);
    let at = frame.writeUInt16BE(parts.length, begins);
    for (const packet of parts) {
      at = frame.writeUInt16BE(packet.length, at);
      at += packet.copy(frame, at);
    }
    return frame;
  }

  #packet(number: number, mode: Mode): Buffer {
    const kept = this.#kept[number]!;
    const changed = this.#changed[number]!;
    const { kind } = kept.instrument;
    if (kept.at !== changed) this.#write(kept, changed);
    if (mode === 'full' && kind === 'share' && kept.depthAt !== changed) this.#writeDepth(kept, changed);
    return kept.packet.subarray(0, SIZES[kind][mode]);
  }

  #write(kept: Kept, changed: number): void {
    const { instrument, packet } = kept;
    const quote = this.#market.quote(instrument.code);
    if (!quote) return;
    kept.at = changed;
    const { lastPrice, openPrice = 0, highPrice = 0, lowPrice = 0, previousClose, lastTradeAt } = quote;
    const now = this.#now();
    const seconds = (realMs: number) => Math.floor(toMarketInstant(this.#market, now, realMs) / 1000);
    packet.writeUInt32BE(lastPrice, 4);
    if (instrument.kind === 'index') {
      write(packet, 8, [highPrice, lowPrice, openPrice, previousClose]);
      packet.writeInt32BE(lastPrice - previousClose, 24);
      write(packet, 28, [seconds(now)]);
      return;
    }
    const depth = this.#market.depth(instrument.code, DEPTH_LEVELS);
    const { lastQuantity = 0 } = quote;
    write(packet, 8, [lastQuantity, quote.averagePrice ?? 0, quote.volume, depth?.totalBid ?? 0, depth?.totalAsk ?? 0]);
    write(packet, 28, [openPrice, highPrice, lowPrice, previousClose]);
    write(packet, 44, [lastTradeAt === undefined ? 0 : seconds(lastTradeAt), 0, 0, 0, seconds(now)]);
  }

  /** Five levels to buy and five to sell, the best first: quantity, price, orders. */
  #writeDepth(kept: Kept, changed: number): void {
    const depth = this.#market.depth(kept.instrument.code, DEPTH_LEVELS);
    kept.depthAt = changed;
    for (const [side, levels] of [depth?.bids ?? [], depth?.asks ?? []].entries()) {
      for (let level = 0; level < DEPTH_LEVELS; level += 1) {
        const [price = 0, quantity = 0, orders = 0] = levels[level] ?? [];
        const at = 64 + (side * DEPTH_LEVELS + level) * 12;
        write(kept.packet, at, [quantity, price]);
        kept.packet.writeUInt16BE(Math.min(orders, 0xff_ff), at + 8);
      }
    }
  }
}

function write(packet: Buffer, begins: number, numbers: readonly number[]): void {
  for (const [at, number] of numbers.entries())
    packet.writeUInt32BE(Math.min(Math.max(0, number), MAX_UINT32), begins + at * 4);
}

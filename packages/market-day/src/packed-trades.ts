import { VarintReader, VarintWriter } from './varints.ts';

/** One trade of a market day. Price in paise; `share` counts the universe's issuers from 0. */
export type Trade = {
  /** Counted within the market day from 1, without gaps. */
  readonly tradeNo: number;
  readonly share: number;
  readonly price: number;
  readonly quantity: number;
  /** Of the market day, 250 ms each, from 08:45. */
  readonly step: number;
};

/** Trades that follow each other, packed. */
export type TradesPack = {
  readonly fromNo: number;
  readonly toNo: number;
  readonly packed: Uint8Array;
};

const VERSION = 1;

/**
 * Packs a day's trades as they happen, about six bytes each: the step against the trade before, the share,
 * the price against the share's last in the same pack, the quantity. First a version and the number of the
 * first trade.
 */
export class TradePacker {
  #writer = new VarintWriter();
  #prices = new Map<number, number>();
  #fromNo = 0;
  #toNo = 0;
  #step = 0;

  add({ tradeNo, share, price, quantity, step }: Trade): void {
    if (this.#fromNo === 0) {
      this.#fromNo = tradeNo;
      this.#writer.whole(VERSION);
      this.#writer.whole(tradeNo);
    }
    this.#toNo = tradeNo;
    this.#writer.whole(step - this.#step);
    this.#writer.whole(share);
    this.#writer.signed(price - (this.#prices.get(share) ?? 0));
    this.#writer.whole(quantity);
    this.#step = step;
    this.#prices.set(share, price);
  }

  /** What was added since it was taken last; undefined for nothing. */
  take(): TradesPack | undefined {
    if (this.#fromNo === 0) return undefined;
    const pack = { fromNo: this.#fromNo, toNo: this.#toNo, packed: this.#writer.bytes() };
    this.#writer = new VarintWriter();
    this.#prices = new Map();
    this.#fromNo = 0;
    this.#step = 0;
    return pack;
  }
}

export function* unpackTrades(packed: Uint8Array): Generator<Trade> {
  const reader = new VarintReader(packed);
  const version = reader.whole();
  if (version !== VERSION) throw new Error(`trades are packed in version ${version}, which is unknown here`);
  const prices = new Map<number, number>();
  let step = 0;
  for (let tradeNo = reader.whole(); !reader.isAtEnd; tradeNo += 1) {
    step += reader.whole();
    const share = reader.whole();
    const price = (prices.get(share) ?? 0) + reader.signed();
    prices.set(share, price);
    yield { tradeNo, share, price, quantity: reader.whole(), step };
  }
}

/** The trades of a pack after one with this number; undefined where there are none. */
export function tradesAfter({ packed }: TradesPack, tradeNo: number): TradesPack | undefined {
  const packer = new TradePacker();
  for (const trade of unpackTrades(packed)) if (trade.tradeNo > tradeNo) packer.add(trade);
  return packer.take();
}

import type { MarketSpec, SessionMarket } from '@khara/exchange';
import {
  casBand,
  listingBand,
  PREOPEN_MARKET_FIRST_FROM,
  roundToTick,
  staticBand,
  USUAL_BAND,
  type Day,
} from '@khara/rules';
import { fixedBandPercent, issueSizeCrore } from './series-of.ts';
import type { Issuer } from '@khara/universe';
import type { BandFlexing } from './band-flexing.ts';
import type { DayState } from './day-state.ts';
import type { PhaseSteps } from './phases.ts';

/**
 * A call auction that is collecting orders. `indicativePrice` and its quantity are absent while nothing could execute.
 */
export type AuctionState = {
  readonly kind: 'opening' | 'closing';
  /**
   * What decides between equal prices: the previous close, the last price after a halt, or the reference of
   * the closing auction.
   */
  readonly referencePrice: number;
  readonly indicativePrice?: number;
  readonly indicativeQuantity?: number;
  /** Shares left over at that price: more to buy above zero, more to sell below. */
  readonly imbalance?: number;
};

type AuctionParts = {
  readonly marketDate: Day;
  readonly spec: MarketSpec;
  readonly market: SessionMarket;
  readonly state: DayState;
  readonly flexing: BandFlexing;
};

/**
 * Begins and ends the call auctions of a day, and makes reference and closing prices. Its trades are for the
 * caller to collect.
 */
export class Auctions {
  readonly #parts: AuctionParts;

  constructor(parts: AuctionParts) {
    this.#parts = parts;
  }

  /** The auction that collects orders for a share now. */
  state(share: number): AuctionState | undefined {
    const { market } = this.#parts;
    const kind = market.auction(share);
    if (!kind) return undefined;
    const found = market.indicative(share);
    const imbalance = market.imbalance(share);
    const referencePrice = market.auctionReference(share);
    return {
      kind,
      referencePrice,
      ...(found && { indicativePrice: found.price, indicativeQuantity: found.quantity }),
      ...(imbalance !== undefined && { imbalance }),
    };
  }

  /** The auction that opens a share's day, around its previous close. */
  openAtPreviousClose(shares: readonly number[]): void {
    for (const share of shares) this.#open(share, this.#parts.spec.instruments[share]!.previousClose);
  }

  /**
   * The auction that reopens the day after a halt. A new share may still be in its own, which then ends with
   * the others'.
   */
  reopen(shares: readonly number[]): void {
    const { market } = this.#parts;
    for (const share of shares.filter((one) => !market.auction(one)))
      this.#open(share, this.#onTick(share, market.quote(share).last));
  }

  #open(instrument: number, reference: number): void {
    const { marketDate, market } = this.#parts;
    const marketOrdersFirst = marketDate >= PREOPEN_MARKET_FIRST_FROM;
    market.apply({ kind: 'open_auction', instrument, auction: 'opening', reference, marketOrdersFirst });
  }

  /** Ends auctions; what they leave of market orders goes on as limit orders, at once or after a pause. */
  uncross(shares: readonly number[], { pauses = false }: { readonly pauses?: boolean } = {}): void {
    const { market } = this.#parts;
    for (const instrument of shares)
      if (market.auction(instrument)) market.apply({ kind: 'uncross', instrument, pauses });
  }

  /** Whether trading in a share that is listed today has yet to begin: it has the band of its first auction. */
  isBeforeTrading(share: number): boolean {
    const { market, spec } = this.#parts;
    const { lower, upper } = market.band(share);
    const first = spec.instruments[share]!;
    return lower === first.lower && upper === first.upper;
  }

  /** Trading in shares that are listed today begins, in the band around the price of their first auction. */
  beginListed(shares: readonly number[], issuers: readonly Issuer[]): void {
    const { market } = this.#parts;
    this.#setListingBands(shares, issuers);
    for (const instrument of shares) market.apply({ kind: 'begin_trading', instrument });
  }

  /** The band of shares listed today, around the price that their first auction found, or the issue price. */
  #setListingBands(shares: readonly number[], issuers: readonly Issuer[]): void {
    const { marketDate, market, spec } = this.#parts;
    for (const share of shares) {
      const issuer = issuers[share]!;
      const { tick, previousClose: issuePrice } = spec.instruments[share]!;
      const { last, trades } = market.quote(share);
      const { lower, upper } =
        issuer.demerges || issuer.demergedFrom
          ? staticBand(last, fixedBandPercent(issuer, marketDate) ?? USUAL_BAND, tick)
          : listingBand({
              issueSizeCrore: issueSizeCrore(issuer),
              issuePrice,
              equilibriumPrice: trades > 0 ? last : undefined,
              tick,
            });
      market.apply({ kind: 'shift_band', instrument: share, lower: Math.max(tick, lower), upper });
    }
  }

  /**
   * 15:15: orders outside the auction's own band end, as do stops and orders that hide a part; the others
   * wait in the auction.
   */
  beginClosing(shares: readonly number[], { fromStep, toStep }: PhaseSteps): void {
    const { market, spec, flexing } = this.#parts;
    for (const share of shares) {
      const { tick } = spec.instruments[share]!;
      const reference = this.#onTick(share, this.#average(share) ?? market.quote(share).last);
      const { lower, upper } = casBand(reference, tick);
      flexing.end(share);
      market.apply({ kind: 'shift_band', instrument: share, lower: Math.max(tick, lower), upper });
      market.apply({
        kind: 'open_auction',
        instrument: share,
        auction: 'closing',
        reference,
        marketOrdersFirst: true,
        quietSteps: toStep - fromStep,
      });
    }
  }

  /** The price that the auction found is the close, else its reference. */
  endClosing(shares: readonly number[]): void {
    const { market, state } = this.#parts;
    for (const share of shares) {
      const found = market.indicative(share);
      const isTraded = market.quote(share).trades > 0;
      state.close(share, {
        price: found?.price ?? market.auctionReference(share),
        from: found ? 'auction' : isTraded ? 'auction_reference' : 'previous_close',
      });
    }
    this.uncross(shares);
  }

  /** 15:30, for shares without a closing auction: the average since 15:00 is the close, else the last trade. */
  endTrading(shares: readonly number[]): void {
    const { market, flexing } = this.#parts;
    for (const share of shares) {
      // On a day that a halt has ended a share may still be in its first auction.
      if (market.auction(share)) market.apply({ kind: 'uncross', instrument: share });
      const average = this.#average(share);
      this.#close(share, this.#onTick(share, average ?? market.quote(share).last), average);
      flexing.end(share);
      market.apply({ kind: 'end_trading', instrument: share });
    }
  }

  /** From now on shares trade at their close. */
  tradeAtClose(shares: readonly number[]): void {
    const { market, state } = this.#parts;
    for (const share of shares) {
      const { price } = state.closingPrice(share)!;
      market.apply({ kind: 'trade_at_close', instrument: share, price });
    }
  }

  /**
   * The share ends: its close is the average, when one is being made, else the last trade. A close that it
   * has already stays.
   */
  suspend(share: number, { isAverageMade }: { readonly isAverageMade: boolean }): void {
    const { market, state, flexing } = this.#parts;
    if (!state.closingPrice(share)) {
      const average = isAverageMade ? this.#average(share) : undefined;
      this.#close(share, average === undefined ? market.quote(share).last : this.#onTick(share, average), average);
    }
    flexing.end(share);
    market.apply({ kind: 'suspend', instrument: share });
  }

  #average(share: number): number | undefined {
    const { market, state, spec } = this.#parts;
    const { volume, valuePaise } = market.quote(share);
    return state.average(share, { volume, valuePaise, tick: spec.instruments[share]!.tick });
  }

  #close(share: number, price: number, average: number | undefined): void {
    const { trades } = this.#parts.market.quote(share);
    const from = average !== undefined ? 'average' : trades > 0 ? 'last_trade' : 'previous_close';
    this.#parts.state.close(share, { price, from });
  }

  /** The nearest price that an order of the share may have. */
  #onTick(share: number, price: number): number {
    const { market, spec } = this.#parts;
    const { lower, upper } = market.band(share);
    return Math.min(upper, Math.max(lower, roundToTick(price, spec.instruments[share]!.tick, 'nearest')));
  }

  /** The time begins whose trades the next average is made of. */
  beginAverages(): void {
    const { market, spec, state } = this.#parts;
    for (const share of spec.instruments.keys()) {
      const { volume, valuePaise } = market.quote(share);
      state.beginAverage(share, volume, valuePaise);
    }
  }

  /** 14:00: the average since 13:45 is the reference of the afternoon's block window. */
  makeBlockReferences(): void {
    const { spec, state } = this.#parts;
    for (const share of spec.instruments.keys()) {
      const average = this.#average(share);
      state.blockReference[share] = average === undefined ? 0 : this.#onTick(share, average);
    }
  }
}

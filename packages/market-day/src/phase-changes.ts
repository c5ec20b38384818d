import type { Phase } from '@khara/rules';
import type { Issuer } from '@khara/universe';
import type { SessionMarket } from '@khara/exchange';
import type { Auctions } from './auctions.ts';
import type { BandFlexing } from './band-flexing.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { DayShares } from './day-shares.ts';
import {
  beginningAt,
  type DayPhases,
  phaseAtStep,
  SHARE_GROUPS,
  type ShareGroup,
  spanAt,
  type TradingPhase,
} from './phases.ts';
import type { TradeOrigin } from './to-order-event.ts';

export type PhaseChangeParts = {
  readonly phases: DayPhases;
  /** The step at which trading ends. */
  readonly closesAt: number;
  readonly issuers: readonly Issuer[];
  readonly market: SessionMarket;
  readonly shares: DayShares;
  readonly auctions: Auctions;
  readonly breaker: CircuitBreaker;
  readonly flexing: BandFlexing;
};

/** Takes what the exchange did since the last call; `tradedIn` says how that was traded. */
type Collect = (tradedIn: TradeOrigin) => void;

/**
 * Takes the shares through the phases of their day: auctions begin and end, bands shift, trading reopens
 * after a halt, closing prices are made.
 */
export class PhaseChanges {
  readonly #parts: PhaseChangeParts;
  /** Counts what changes quotes without a trade: phases, closing prices, suspensions. */
  count = 0;

  constructor(parts: PhaseChangeParts) {
    this.#parts = parts;
  }

  /** Where the shares of a group stand. */
  phaseAt(group: ShareGroup, step: number): TradingPhase {
    const { breaker, phases } = this.#parts;
    return breaker.phaseAt(step) ?? phaseAtStep(phases[group], step);
  }

  /** Whether something begins with a step that orders depend on. */
  changesAt(step: number): boolean {
    const { breaker, phases, shares } = this.#parts;
    const { auctioned, others, listing, schedule } = phases;
    const begins =
      beginningAt(auctioned, step) ??
      beginningAt(others, step) ??
      (shares.hasListing ? beginningAt(listing, step) : undefined);
    return begins !== undefined || Object.values(schedule).includes(step) || breaker.partAt(step) !== undefined;
  }

  /** What begins with a step. */
  begin(step: number, collect: Collect): void {
    const { phases, closesAt, market, shares, auctions, breaker, flexing } = this.#parts;
    const { schedule, auctioned, others, listing } = phases;
    if (step === schedule.blockFrom || step === schedule.closeFrom) auctions.beginAverages();
    if (step === schedule.blockTo) auctions.makeBlockReferences();
    this.#reopen(step, collect);
    if (!breaker.endsToday) {
      this.#beginPhase('auctioned', beginningAt(auctioned, step), { step, collect });
      this.#beginPhase('others', beginningAt(others, step), { step, collect });
      if (shares.hasListing) this.#beginPhase('listing', beginningAt(listing, step), { step, collect });
      if (this.phaseAt('auctioned', step) === 'continuous') flexing.shiftDue(market, step);
      collect('continuous');
    } else if (step === closesAt) {
      for (const group of SHARE_GROUPS) this.#endTrading(shares.inGroup(group), collect);
    }
  }

  /** The part of the auction after a halt that begins at this step. */
  #reopen(step: number, collect: Collect): void {
    const { shares, auctions, breaker } = this.#parts;
    const part = breaker.partAt(step);
    if (part === undefined) return;
    if (part === 'entry1') auctions.reopen(shares.tradable);
    if (part === 'match') this.#endReopening(collect);
    if (part === 'resumes') breaker.release();
    this.count += 1;
  }

  /** A share that is listed today begins to trade with the others, where the halt came before it could. */
  #endReopening(collect: Collect): void {
    const { shares, auctions, issuers } = this.#parts;
    this.#uncross(shares.tradable, collect);
    const isNew = shares.inGroup('listing').filter((share) => auctions.isBeforeTrading(share));
    auctions.beginListed(isNew, issuers);
    collect('continuous');
  }

  /** A phase of one group of shares begins. */
  #beginPhase(
    group: ShareGroup,
    phase: Phase | undefined,
    { step, collect }: { readonly step: number; readonly collect: Collect },
  ): void {
    if (phase === undefined) return;
    this.count += 1;
    const { auctions, phases } = this.#parts;
    const shares = this.#parts.shares.inGroup(group);
    if (group === 'listing' && this.#beginListing(shares, phase, { step, collect })) return;
    switch (phase) {
      case 'preopen_entry':
      case 'preopen_entry_1':
        auctions.openAtPreviousClose(shares);
        break;
      case 'preopen_match':
        this.#uncross(shares, collect);
        break;
      case 'cas_reference':
        auctions.beginClosing(shares, spanAt(phases.auctioned, step)!);
        collect('continuous');
        break;
      case 'cas_match':
        auctions.endClosing(shares);
        collect('closing_auction');
        break;
      case 'close_calc':
        if (group !== 'auctioned') this.#endTrading(shares, collect);
        break;
      case 'post_close':
        auctions.tradeAtClose(shares);
        break;
    }
  }

  /**
   * The special pre-open of shares that are listed today: their auction begins with the entry of limit orders
   * and ends with its random stop. When trading in them begins, their band is the one around the price it found,
   * or the issue price. A halt puts both off to its end. Answers whether the phase was one of these.
   */
  #beginListing(
    shares: readonly number[],
    phase: Phase,
    { step, collect }: { readonly step: number; readonly collect: Collect },
  ): boolean {
    const { auctions, issuers, breaker } = this.#parts;
    if (phase === 'preopen_entry_2') auctions.openAtPreviousClose(shares);
    if (phase === 'preopen_match' && !breaker.phaseAt(step)) this.#uncross(shares, collect, { pauses: true });
    if (phase.startsWith('preopen')) return true;
    if (phase !== 'continuous') return false;
    if (!breaker.phaseAt(step)) auctions.beginListed(shares, issuers);
    collect('continuous');
    return true;
  }

  #uncross(shares: readonly number[], collect: Collect, how: { readonly pauses?: boolean } = {}): void {
    this.#parts.auctions.uncross(shares, how);
    collect('opening_auction');
  }

  #endTrading(shares: readonly number[], collect: Collect): void {
    this.#parts.auctions.endTrading(shares);
    this.count += 1;
    collect('continuous');
  }
}

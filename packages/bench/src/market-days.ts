import { marginOfDay } from '@khara/broker';
import {
  daySeed,
  type FinishedDay,
  finishedDay,
  followingDate,
  OWN_NUMBERS,
  planDay,
  type PreviousClose,
  TradingDay,
} from '@khara/market-day';
import type { Day, MarginFacts, MarginRate } from '@khara/rules';
import type { Universe } from '@khara/universe';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Episode } from './episode.ts';

/** What a share traded on the days before. */
type Traded = { readonly days: number; readonly tradedDays: number; readonly valuePaise: bigint };

/**
 * The market days of an episode, one after the other: what one leaves behind, the next begins with, as in a
 * server whose market has this seed. Companies decide nothing meanwhile, and no share is listed or suspended.
 */
export class MarketDays {
  day: TradingDay;
  readonly #episode: Episode;
  readonly #universe: Universe;
  #margins: ReadonlyMap<string, MarginFacts & MarginRate>;
  readonly #traded = new Map<string, Traded>();
  /** Numbers of the market days that are over, by their dates. */
  readonly #numbers = new Map<Day, number>();
  readonly #hashes: { readonly commands: string; readonly trades: string }[] = [];

  constructor(episode: Episode, universe: Universe) {
    this.#episode = episode;
    this.#universe = universe;
    const { start, daySeconds, from } = episode;
    const firstStep = from === 'opening' ? planDay('compressed', daySeconds).opensAt : 0;
    this.day = this.#open({ marketDay: 0, marketDate: start, firstStep, before: new Map(), participants: undefined });
    this.#margins = new Map(
      universe.issuers.map((issuer) => [
        issuer.code,
        marginOfDay(issuer, { earlier: undefined, recent: undefined }, start),
      ]),
    );
  }

  readonly margin = (code: string): MarginFacts & MarginRate => this.#margins.get(code)!;

  /** Undefined of a date on which no market day has ended. */
  readonly numberOf = (marketDate: Day): number | undefined => this.#numbers.get(marketDate);

  /** The rate of a share's margin on the running day, in basis points. */
  readonly marginBps = (code: string): number => this.margin(code).rateBps;

  /** Chains over the commands and trades of all days so far. */
  get hashes(): readonly { readonly commands: string; readonly trades: string }[] {
    return [...this.#hashes, this.day.hashes];
  }

  /** The day after the one that is over. */
  next(): void {
    const { inputs, closing } = this.day;
    const rows = finishedDay(this.day);
    this.#numbers.set(inputs.marketDate, inputs.marketDay);
    const marketDate = followingDate('compressed', inputs.marketDate, 0);
    this.#hashes.push(this.day.hashes);
    const closed = new Map(rows.map((row) => [row.code, row]));
    this.#note(rows);
    this.#margins = new Map(
      this.#universe.issuers.map((issuer) => {
        const { code, referencePricePaise } = issuer;
        const base = inputs.before.get(code)?.closePaise ?? referencePricePaise;
        const variance = this.#margins.get(code)!.dailyVariance;
        const earlier = { variance, base, close: closed.get(code)!.closePrice };
        return [code, marginOfDay(issuer, { earlier, recent: this.#traded.get(code) }, marketDate)];
      }),
    );
    const before = new Map(
      rows
        .filter(({ closePrice }) => closePrice > 0)
        .map(({ code, closePrice, tick }): [string, PreviousClose] => [
          code,
          { date: inputs.marketDate, closePaise: closePrice, tickPaise: tick },
        ]),
    );
    const { marketDay } = inputs;
    const participants = closing?.factorState;
    this.day = this.#open({ marketDay: marketDay + 1, marketDate, firstStep: 0, before, participants });
  }

  #open(
    begin: Pick<TradingDay['inputs'], 'marketDay' | 'marketDate' | 'firstStep' | 'before' | 'participants'>,
  ): TradingDay {
    const { seed, codes, isWhole, daySeconds } = this.#episode;
    return new TradingDay(
      {
        ...begin,
        plan: planDay('compressed', daySeconds),
        seed: daySeed(utf8ToBytes(seed), begin.marketDay, begin.marketDate),
        names: OWN_NUMBERS,
        ...(!isWhole && { only: codes }),
      },
      { ...this.#universe, offerings: [] },
    );
  }

  #note(rows: readonly FinishedDay[]): void {
    for (const { code, openPrice, valuePaise } of rows) {
      const {
        days,
        tradedDays,
        valuePaise: value,
      } = this.#traded.get(code) ?? { days: 0, tradedDays: 0, valuePaise: 0n };
      this.#traded.set(code, {
        days: days + 1,
        tradedDays: tradedDays + (openPrice === undefined ? 0 : 1),
        valuePaise: value + valuePaise,
      });
    }
  }
}

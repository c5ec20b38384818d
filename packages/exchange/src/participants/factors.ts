import { expectedPpm, MARKET, MARKET_DAYS_A_YEAR } from '@khara/rules';
import type { FactorState, InstrumentSpec, MarketSpec, Pressed } from '../types.ts';
import { entitlementValue } from './entitlement-value.ts';
import { Funds } from './funds.ts';
import { listingSurprise } from './listing.ts';
import { RandomStreams } from './random.ts';

/**
 * The reference value of every share, which the participants trade around: the market, the sector and the
 * share's own shocks, and what the share is expected to gain (packages/rules, growth). The market part is
 * beta x 14 % a year, the rest of the share's volatility is shared by sector and own.
 *
 * Determinism: values and heats are whole numbers; what lies between uses only + - * / and square root, which IEEE 754
 * defines to the last bit. exp, log, sin and pow differ between engines and are not used.
 */
/** Of a day's variance this much happens overnight, before the first step. */
const OVERNIGHT_SHARE = 0.2;
/** Of the variance that the market does not explain. */
const SECTOR_SHARE = 0.3;
/**
 * Of the share's own variance of the day: jumps, a few a day, one in eight of them three times as large as the others.
 */
const JUMP_SHARE = 0.3;
const JUMPS_A_DAY = 3;
const LARGE_JUMPS = 8;
/** Volatility clusters: heat is reconsidered this often a day, from the shocks since. */
const HEAT_BLOCKS = 96;
const NORMAL_HEAT = 1000;
/** How much a block's surprise heats, and how much of the difference to normal fades in a block: hours, not minutes. */
const HEATING = 1.2;
const COOLING = 0.04;
/**
 * What cooling leads to: more than normal, for the limits of heat cut off more above than below. Found so
 * that the average is normal.
 */
const REST = 1.15;

/** Of news about one share the others of its sector move by this part. */
const PEERS = 0.1;
/**
 * Part of what news is worth comes over the next minutes. How much is chance, as often back as on: on average
 * this part of the move and no more basis points, less than a round trip costs.
 */
const DRIFT = { mean: 0.05, most: 3, spread: 0.12 } as const;
const DRIFT_MS = 600_000;
const FEWEST_DRIFT_STEPS = 16;

/** What an offer pressed a value down by comes back in equal parts over this number of days. */
const RELIEF_DAYS = 60;

const MARKET_STREAM = 0;
const FIRST_SHARE_STREAM = 1;
/**
 * Names of the streams: what moves the market and each value, then what participants of each share draw.
 * Their orders are seen by all.
 */
const nameStreams = (codes: readonly string[]): readonly string[] => [
  'market',
  ...codes.map((code) => `value of ${code}`),
  ...codes.map((code) => `orders in ${code}`),
  'drift after news',
];

/** Whether an instrument's value follows from that of others. */
const isDerived = ({ basket, entitlement }: InstrumentSpec): boolean =>
  basket !== undefined || entitlement !== undefined;

export class Factors {
  /** Thousandths of a paisa, whole numbers. */
  readonly values: Float64Array;
  readonly random: RandomStreams;
  /** Heat of the market, then of the sectors, then of the shares: variance against normal, 1000 = normal. */
  readonly #heats: Float64Array;
  /** Sum of squared shocks since the last block, in the same order. */
  readonly #shocks: Float64Array;
  /** Weights of one normal day, as fractions of the value. */
  readonly #marketWeight: Float64Array;
  readonly #sectorWeight: Float64Array;
  readonly #ownWeight: Float64Array;
  readonly #sectorShock: Float64Array;
  /** What is still to come of news, by share, thousandths of a paisa. */
  readonly #drift: Float64Array;
  readonly #drifting: number;
  /** What offers pressed each value down by and is still to come back, and what of it comes back a day; ppm. */
  readonly #pressure: Float64Array;
  readonly #relief: Float64Array;
  /** What each value gains in a step apart from shocks, as a fraction of it. */
  readonly #growth: Float64Array;
  readonly #spec: MarketSpec;
  readonly #funds: Funds;
  readonly #entitlements: readonly number[];
  /** Numbers of the shares whose values move. */
  readonly #moving: readonly number[];
  readonly #sectors: number;
  readonly #blockSteps: number;

  /** `moving`: the shares whose values move; what the market and the sectors draw is the same for any of them. */
  constructor(spec: MarketSpec, moving: readonly number[]) {
    const shares = spec.instruments.length;
    this.#spec = spec;
    this.#moving = moving.filter((share) => !isDerived(spec.instruments[share]!));
    this.#entitlements = spec.instruments.flatMap(({ entitlement }, share) => (entitlement ? [share] : []));
    this.#funds = new Funds(spec.instruments);
    this.#sectors = 1 + Math.max(0, ...spec.instruments.map((share) => share.sector));
    this.#blockSteps = Math.ceil(spec.steps / HEAT_BLOCKS);
    const codes = spec.instruments.map(({ code }) => code);
    this.random = new RandomStreams(spec.seed, spec.dayIndex, nameStreams(codes));
    this.values = new Float64Array(shares);
    this.#heats = new Float64Array(1 + this.#sectors + shares).fill(NORMAL_HEAT);
    this.#shocks = new Float64Array(1 + this.#sectors + shares);
    this.#marketWeight = new Float64Array(shares);
    this.#sectorWeight = new Float64Array(shares);
    this.#ownWeight = new Float64Array(shares);
    this.#sectorShock = new Float64Array(this.#sectors);
    this.#drift = new Float64Array(shares);
    this.#drifting = 1 / Math.max(FEWEST_DRIFT_STEPS, DRIFT_MS / spec.stepMarketMs);
    this.#pressure = new Float64Array(shares);
    this.#relief = new Float64Array(shares);
    this.#takeUp(spec.factorState);
    this.#growth = Float64Array.from(spec.instruments, ({ betaMilli }, share) => {
      const relieved = Math.min(this.#relief[share]!, this.#pressure[share]!);
      return (expectedPpm(betaMilli) + relieved) / (1e6 * spec.steps);
    });
    this.#weigh();
    this.#overnight();
    this.#derive();
  }

  /** Arrays that make up the state, for the snapshot. */
  get columns(): readonly (Int32Array | Float64Array)[] {
    return [this.values, this.random.state, this.#heats, this.#shocks, this.#drift, this.#pressure, this.#relief];
  }

  /** The stream of a share's participants. Nothing that they show of it leads to the stream of the value. */
  orderStream(share: number): number {
    return FIRST_SHARE_STREAM + this.values.length + share;
  }

  /** Standard deviation of a normal day, as a fraction of the value. */
  dayDeviation(share: number): number {
    const market = this.#marketWeight[share]!;
    const sector = this.#sectorWeight[share]!;
    const own = this.#ownWeight[share]!;
    return Math.sqrt(market * market + sector * sector + own * own);
  }

  /** Variance of a share now against normal, 1 on average: all participants can see how prices jump about. */
  turbulence(share: number): number {
    const market = this.#marketWeight[share]!;
    const sector = this.#sectorWeight[share]!;
    const own = this.#ownWeight[share]!;
    const [m, s, o] = [market * market, sector * sector, own * own];
    const heat =
      m * this.#heats[0]! +
      s * this.#heats[1 + this.#spec.instruments[share]!.sector]! +
      o * this.#heats[1 + this.#sectors + share]!;
    return heat / (NORMAL_HEAT * (m + s + o));
  }

  /**
   * One step of all values. `activity` is the time of day's share of a normal step: more happens after the
   * open and before the close.
   */
  advance(step: number, activity: number): void {
    const { instruments, steps } = this.#spec;
    const scale = Math.sqrt(((1 - OVERNIGHT_SHARE) * activity) / steps);
    const market = this.#shock(0, MARKET_STREAM) * scale;
    for (let sector = 0; sector < this.#sectors; sector++)
      this.#sectorShock[sector] = this.#shock(1 + sector, MARKET_STREAM) * scale;
    const ownScale = scale * Math.sqrt(1 - JUMP_SHARE);
    for (const share of this.#moving) {
      const own = this.#shock(1 + this.#sectors + share, FIRST_SHARE_STREAM + share) * ownScale + this.#jump(share);
      this.#move(share, market, this.#sectorShock[instruments[share]!.sector]!, own, this.#growth[share]);
      if (this.#drift[share] !== 0) this.#goOn(share);
    }
    this.#derive();
    if ((step + 1) % this.#blockSteps === 0) this.#cluster();
  }

  /** Something is known about one share alone. */
  shift(share: number, bps: number): void {
    this.#set(share, this.values[share]! * (1 + bps / 10_000));
  }

  /**
   * An offer of shares presses the share's value down by the given basis points. From the next day on that comes
   * back, a little in each step: a day's part is less than a trade costs.
   */
  press(share: number, bps: number): void {
    const ppm = -bps * 100;
    this.#pressure[share]! += ppm;
    this.#relief[share]! += Math.ceil(ppm / RELIEF_DAYS);
    this.shift(share, bps);
  }

  /**
   * News about one share: most of it is worth so much at once, and what is true of a company is true of its
   * sector in a small part.
   */
  tell(share: number, bps: number, peer: (share: number, bps: number) => void): void {
    const stream = FIRST_SHARE_STREAM + 2 * this.values.length;
    const mean = Math.min(DRIFT.mean * Math.abs(bps), DRIFT.most) * Math.sign(bps);
    const chance = DRIFT.spread * bps * (2 * this.random.unit(stream) - 1);
    this.#drift[share]! += (this.values[share]! * (mean + chance)) / 10_000;
    this.shift(share, bps - mean);
    const { sector } = this.#spec.instruments[share]!;
    this.#spec.instruments.forEach((other, at) => {
      if (at === share || other.sector !== sector || isDerived(other)) return;
      this.shift(at, bps * PEERS);
      peer(at, bps * PEERS);
    });
  }

  /** The next step of a drift; what is smaller than a thousandth of a paisa ends it. */
  #goOn(share: number): void {
    const drift = this.#drift[share]!;
    const part = Math.abs(drift) < 1 ? drift : drift * this.#drifting;
    this.#drift[share] = drift - part;
    this.#set(share, this.values[share]! + part);
  }

  /**
   * Trading moved the common belief, by thousandths of a paisa. Not that in a fund or in entitlements: see `derive`.
   */
  learn(share: number, by: number): void {
    if (isDerived(this.#spec.instruments[share]!)) return;
    this.#set(share, this.values[share]! + by);
  }

  /**
   * What an entitlement is worth, in thousandths of a paisa, with its share at `value`: both believed to be worth so
   * much, or at what makers quote.
   */
  worthOfEntitlement(entitlement: number, value: number): number {
    const { share, price, days } = this.#spec.instruments[entitlement]!.entitlement!;
    return entitlementValue(value, { price: price * 1000, days }, this.dayDeviation(share));
  }

  /** Values that follow from those of other shares: of funds and of entitlements. */
  #derive(): void {
    this.#funds.price(this.values);
    for (const one of this.#entitlements) {
      const { share } = this.#spec.instruments[one]!.entitlement!;
      this.values[one] = Math.round(this.worthOfEntitlement(one, this.values[share]!));
    }
  }

  carryOver(): FactorState {
    const heat = (index: number) => this.#heats[index]!;
    return {
      marketHeat: heat(0),
      sectorHeat: Array.from({ length: this.#sectors }, (_, sector) => heat(1 + sector)),
      stocks: Object.fromEntries(
        this.#spec.instruments.map(({ code }, share) => [
          code,
          { value: this.values[share]!, heat: heat(1 + this.#sectors + share), ...this.#pressedAfter(code, share) },
        ]),
      ),
    };
  }

  /** What is left of the pressure of offers as the day ends. */
  #pressedAfter(code: string, share: number): { readonly pressed?: Pressed } {
    const before = this.#spec.factorState?.stocks[code]?.pressed;
    const relieved = before ? Math.min(before.ppm, before.aDay) : 0;
    const ppm = this.#pressure[share]! - relieved;
    return ppm > 0 ? { pressed: { ppm, aDay: this.#relief[share]! } } : {};
  }

  #takeUp(before: FactorState | undefined): void {
    this.#heats[0] = before?.marketHeat ?? NORMAL_HEAT;
    for (let sector = 0; sector < this.#sectors; sector++)
      this.#heats[1 + sector] = before?.sectorHeat[sector] ?? NORMAL_HEAT;
    this.#spec.instruments.forEach(({ code, previousClose, listing }, share) => {
      const carried = before?.stocks[code];
      const surprise = listing ? 1 + listingSurprise(listing, this.random.bell(this.orderStream(share))) : 1;
      this.values[share] = carried?.value ?? Math.round(previousClose * 1000 * surprise);
      this.#heats[1 + this.#sectors + share] = carried?.heat ?? NORMAL_HEAT;
      this.#pressure[share] = carried?.pressed?.ppm ?? 0;
      this.#relief[share] = carried?.pressed?.aDay ?? 0;
    });
  }

  #weigh(): void {
    this.#spec.instruments.forEach(({ betaMilli, annualVolatilityBps, basket }, share) => {
      const market = (betaMilli * MARKET.volatilityBps) / 1000;
      // A volatility smaller than the market part alone would leave nothing for the rest: keep a tenth.
      const rest = Math.max(annualVolatilityBps * annualVolatilityBps - market * market, market * market * 0.1);
      const aDay = 1 / (10_000 * Math.sqrt(MARKET_DAYS_A_YEAR));
      this.#marketWeight[share] = market * aDay;
      if (basket) return; // what a fund holds has all that is left of its own
      this.#sectorWeight[share] = Math.sqrt(rest * SECTOR_SHARE) * aDay;
      this.#ownWeight[share] = Math.sqrt(rest * (1 - SECTOR_SHARE)) * aDay;
    });
  }

  /** What the world learns while the market sleeps. Not before the first day: it opens around its reference prices. */
  #overnight(): void {
    if (!this.#spec.factorState) return;
    const scale = Math.sqrt(OVERNIGHT_SHARE);
    const market = this.random.bell(MARKET_STREAM) * this.#heated(0) * scale;
    for (let sector = 0; sector < this.#sectors; sector++)
      this.#sectorShock[sector] = this.random.bell(MARKET_STREAM) * this.#heated(1 + sector) * scale;
    for (const share of this.#moving) {
      const own = this.random.bell(FIRST_SHARE_STREAM + share) * this.#heated(1 + this.#sectors + share) * scale;
      this.#move(share, market, this.#sectorShock[this.#spec.instruments[share]!.sector]!, own);
    }
  }

  #move(share: number, market: number, sector: number, own: number, growth = 0): void {
    const change =
      growth +
      market * this.#marketWeight[share]! +
      sector * this.#sectorWeight[share]! +
      own * this.#ownWeight[share]!;
    this.#set(share, this.values[share]! * (1 + change));
  }

  #set(share: number, exact: number): void {
    const value = Math.round(exact);
    // The band holds prices, not values; a value far outside it would freeze the share at its limit for days.
    const { lower, upper } = this.#spec.instruments[share]!;
    this.values[share] = Math.min(Math.max(value, lower * 950), upper * 1050);
  }

  /** A shock of one normal step, larger while the factor is hot, now and then much larger. */
  #shock(factor: number, stream: number): number {
    const shock = this.random.bell(stream);
    this.#shocks[factor]! += shock * shock;
    const tail = this.random.below(stream, 256) === 0 ? 4 : 1;
    return shock * tail * 0.972 * this.#heated(factor); // 0.972: the tails leave the variance as it was
  }

  #jump(share: number): number {
    const stream = FIRST_SHARE_STREAM + share;
    const heat = this.#heats[1 + this.#sectors + share]! / NORMAL_HEAT; // wild hours have more of them
    if (this.random.unit(stream) * this.#spec.steps >= JUMPS_A_DAY * heat) return 0;
    const large = this.random.below(stream, LARGE_JUMPS) === 0 ? 3 : 1; // which doubles the variance of all
    return this.random.bell(stream) * large * Math.sqrt(((1 - OVERNIGHT_SHARE) * JUMP_SHARE) / JUMPS_A_DAY / 2);
  }

  #heated(factor: number): number {
    return Math.sqrt(this.#heats[factor]! / NORMAL_HEAT);
  }

  /**
   * A block of larger shocks than usual heats the factor, and heat fades: calm and wild hours follow their
   * like. A sector's and a share's heat tends to the market's, the market's to normal.
   */
  #cluster(): void {
    for (let factor = 0; factor < this.#heats.length; factor++) {
      const usual = factor === 0 ? NORMAL_HEAT : this.#heats[0]!;
      const heat = this.#heats[factor]!;
      const surprise = this.#shocks[factor]! / this.#blockSteps - 1;
      const next = heat * (1 + HEATING * Math.min(surprise, 2)) + COOLING * (usual * REST - heat);
      this.#heats[factor] = Math.round(Math.min(Math.max(next, 200), 5000));
      this.#shocks[factor] = 0;
    }
  }
}

import { BUY, SELL } from '../book/order-books.ts';
import { AUCTION_TRADER, FAR_MAKER, NEAR_MAKER, PATIENT_TRADER, TAKER } from '../market/accounts.ts';
import { CONTINUOUS, OPENING_AUCTION } from '../market/day-sessions.ts';
import { UNFOLLOWED } from '../market/trading-floor.ts';
import type { TradingFloor } from '../market/trading-floor.ts';
import type { MarketSpec } from '../types.ts';
import { shareCharacter, LEVEL_GROWTH, LEVELS } from './character.ts';
import type { Character } from './character.ts';
import { Factors } from './factors.ts';

// Every share has the same row of places for participants' resting orders, so their number is bounded. Even places buy,
// odd ones sell.
const NEAR = 0; // the near maker: five prices a side around the fair value, followed step by step
const FAR = 30; // the far maker: five larger prices a side further out, looked after now and then
const PATIENT = 50; // value traders, households and others who wait: one order a place, replaced in turn
const AUCTION = 98; // those who come to a call auction
const PLACES = 122;
/** Orders that make up a maker's price, one for each client. */
const NEAR_PARTS = 3;
const FAR_PARTS = 2;

/** Steps between two looks of the far maker at a share. */
const FAR_EVERY = 6;
/**
 * In market time: when as many orders have come to an auction as there are places for. Later ones replace earlier ones.
 */
const AUCTION_FILLS_MS = 240_000;
/**
 * This part of the orders of an auction is at any price, so to speak: they reach well beyond what their side
 * believes. One in:
 */
const EAGER = 5;
/**
 * What makes an auction: how far apart those who come believe the value to be, against the deviation of a
 * day, and an order's size against the day's volume. The night leaves more to disagree on than the afternoon;
 * the close is where large orders go.
 */
const AUCTIONS = {
  opening: { dissent: 0.25, size: 0.0009 },
  closing: { dissent: 0.08, size: 0.011 },
} as const;
/** Market time for which makers of thin shares are there on average, and then absent. */
const PRESENT_MS = 5_400_000;
const ABSENT_MS = 900_000;
/** What they leave without their orders: a side of the book, or both. */
const HERE = 0;
const NO_BIDS = 1;
const NO_ASKS = 2;
const NO_QUOTES = 3;
/** Trading at the close has this part of the households' usual orders. */
const AT_CLOSE = 0.3;
/** And gives away no more than this part of a usual day's move. */
const GIVEN_AT_CLOSE = 0.1;
/** Further takers that news brings for each basis point, against the usual. */
const NEWS_STIR = 1 / 200;
/**
 * Of what fills teach the makers so much is true for all and for good; the rest fades within so much
 * market time, and in no fewer steps.
 */
const KEPT = 0.5;
/**
 * In a fund nothing is kept, and what trades teach ends a quarter of a usual day's deviation away from the value: there
 * it pays to create units, or to redeem them. So it is in entitlements, which are as good as their share.
 */
const MAX_OFFSET = { share: 3, derived: 0.25 } as const;
const FADING_MS = 930_000;
const FEWEST_FADING_STEPS = 24;
/**
 * What a member's waiting order is filled with teaches less: it has kept about as much of the takers' trade
 * from the makers, who would have learned from it.
 */
const WAITED = 0.5;
/**
 * An order that takes more than this part of what the near maker shows frightens it: how much, how much at
 * most, and for how many steps.
 */
const FRIGHTENING = 0.5;
const FRIGHT = 1.5;
const MAX_FRIGHT = 1;
const FRIGHT_STEPS = 20;

/**
 * The simulated traders of all shares. They see the public data and the reference values of the factor
 * model, and act only by placing and cancelling orders on the floor, where members' orders meet theirs.
 *
 * In each step and share: makers move their prices to the fair value (the reference value, less what their
 * own trades taught them); patient orders come to wait in the book; takers buy or sell at once: value traders
 * towards the reference value, trend traders along the last moves, the others in moods that last a few
 * orders. A call auction has its own visitors, each with an opinion of the value, who come, think again and
 * go; where their orders balance, the price forms.
 */
export class Participants {
  readonly #floor: TradingFloor;
  readonly #factors: Factors;
  readonly #spec: MarketSpec;
  readonly #characters: readonly Character[];
  /** Numbers of the shares in which they act. */
  readonly #acting: readonly number[];

  /** By share x PLACES + place: what rests there. Handles are found again by tag after a restore. */
  readonly #handles: Int32Array;
  readonly #ticks: Int32Array;

  // State by share, in the snapshot.
  /** How far the makers' fair price stands from the reference value, thousandths of a tick. */
  readonly #offset: Float64Array;
  /**
   * How much wider than their caution makers quote, and how much less, after large orders; 0 when they have forgotten.
   */
  readonly #fright: Float64Array;
  /** Running averages of the fair price, ticks: what trend traders look at. */
  readonly #fast: Float64Array;
  readonly #slow: Float64Array;
  /** How much wider makers quote than usual, 1 on a calm noon. */
  readonly #caution: Float64Array;
  /** How much busier than usual: takers attract takers. */
  readonly #stir: Float64Array;
  /** The day's interest in the share, 1 on average. */
  readonly #interest: Float64Array;
  /** 1 when the other takers are in a mood to buy. */
  readonly #mood: Int32Array;
  /** The patient place whose turn it is. */
  readonly #turn: Int32Array;
  /** What makers of a thin share leave without orders: one of the four above. */
  readonly #absence: Int32Array;

  /**
   * Shares bought, less those sold, of which the makers learn, since they last looked, by share; nothing
   * between commands.
   */
  readonly #taken: Float64Array;
  /** Shares in which there is something to learn. */
  readonly #struck: number[] = [];
  /** Participants place orders to rest: what those fill on arrival is no other's wish to trade. */
  #isQuoting = false;
  readonly #fading: number;

  constructor(spec: MarketSpec, floor: TradingFloor, factors: Factors, acting: readonly number[]) {
    const shares = spec.instruments.length;
    this.#spec = spec;
    this.#acting = acting;
    this.#floor = floor;
    this.#factors = factors;
    this.#characters = spec.instruments.map((share, index) => shareCharacter(share, factors.dayDeviation(index), spec));
    this.#handles = new Int32Array(shares * PLACES);
    this.#ticks = new Int32Array(shares * PLACES);
    this.#offset = new Float64Array(shares);
    this.#fright = new Float64Array(shares);
    this.#taken = new Float64Array(shares);
    this.#fading = 1 / Math.max(FEWEST_FADING_STEPS, FADING_MS / spec.stepMarketMs);
    this.#fast = new Float64Array(shares);
    this.#slow = new Float64Array(shares);
    this.#caution = new Float64Array(shares).fill(1);
    this.#stir = new Float64Array(shares);
    this.#interest = new Float64Array(shares);
    this.#mood = new Int32Array(shares);
    this.#turn = new Int32Array(shares);
    this.#absence = new Int32Array(shares);
    floor.participantFilled = (tag, quantity, remaining, other) => this.#filled(tag, quantity, remaining, other);
    floor.membersBought = (share, quantity, came) => this.#see(share, quantity * (came ? 1 : WAITED));
  }

  get columns(): readonly (Int32Array | Float64Array)[] {
    return [
      this.#offset,
      this.#fright,
      this.#fast,
      this.#slow,
      this.#caution,
      this.#stir,
      this.#interest,
      this.#mood,
      this.#turn,
      this.#absence,
    ];
  }

  /** Makers and patient traders fill the empty books before the first step. */
  takePlaces(): void {
    for (const share of this.#acting) {
      const fair = this.#fair(share);
      const stream = this.#factors.orderStream(share);
      this.#interest[share] = 0.6 + 0.8 * this.#factors.random.unit(stream);
      this.#mood[share] = this.#factors.random.below(stream, 2);
      this.#fast[share] = fair / 1000;
      this.#slow[share] = fair / 1000;
      this.#quoteNear(share, fair);
      this.#quoteFar(share, fair);
      for (let place = PATIENT; place < AUCTION; place++) this.#wait(share);
    }
  }

  /** Puts an order of a snapshot back. */
  restore(tag: number, side: number, tick: number, quantity: number, account: number): void {
    const share = Math.floor(tag / PLACES);
    this.#ticks[tag] = tick;
    this.#handles[tag] = this.#floor.books.restWithoutMatching(share, side, tick, quantity, account, tag);
  }

  /** One step of all participants. */
  act(): void {
    const { step } = this.#floor;
    const { sessions } = this.#floor;
    const activity = activityAt(step, this.#spec.steps);
    this.#factors.advance(step, activity);
    for (const share of this.#acting) {
      if (sessions.paused[share] === 1) continue;
      if (sessions.phase[share] === CONTINUOUS) this.#actIn(share, step, activity);
      else if (sessions.inAuction(share) && step >= sessions.collectsFrom[share]!) this.#collectIn(share, step);
    }
  }

  #actIn(share: number, step: number, activity: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const character = this.#characters[share]!;
    this.#settleDown(share);
    const fair = this.#fair(share);
    if (this.#floor.sessions.closingPrice[share]! > 0) return this.#tradeAtClose(share, fair);
    if (character.isThin) this.#comeAndGo(share);
    this.#fast[share]! += (fair / 1000 - this.#fast[share]!) / 12;
    this.#slow[share]! += (fair / 1000 - this.#slow[share]!) / 60;

    const turbulence = this.#factors.turbulence(share);
    this.#caution[share] = cautionAt(step, this.#spec.steps, turbulence);
    this.#quoteNear(share, fair);
    if ((step + share) % FAR_EVERY === 0) this.#quoteFar(share, fair);
    let waiting = Math.floor(character.patientRate);
    if (random.unit(stream) < character.patientRate - waiting) waiting++;
    for (let order = 0; order < waiting; order++) this.#wait(share);
    // What an auction left goes after it, one by one.
    this.#withdraw(share, share * PLACES + AUCTION + (step % (PLACES - AUCTION)));

    const stir = this.#stir[share]! * (1 - 1 / 32);
    const busy = activity * (0.6 + 0.4 * turbulence);
    const expected = character.takerRate * this.#interest[share]! * busy * (0.65 + stir);
    let orders = Math.floor(expected);
    if (random.unit(stream) < expected - orders) orders++;
    // On average the stir adds the missing 0.35: each taker brings a third of a taker more over the next steps.
    this.#stir[share] = Math.min(stir + (orders * 0.35) / 32 / character.takerRate, 3);
    for (let order = 0; order < orders; order++) this.#take(share, fair);
    this.#floor.enterTriggered();
    this.react();
  }

  /** Makers of a thin share leave it for some minutes, or come back. */
  #comeAndGo(share: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const chance = this.#spec.stepMarketMs / (this.#absence[share] === HERE ? PRESENT_MS : ABSENT_MS);
    if (random.unit(stream) >= chance) return;
    if (this.#absence[share] !== HERE) {
      this.#absence[share] = HERE;
      return;
    }
    const kind = random.below(stream, 5);
    const absence = kind < 2 ? NO_BIDS : kind < 4 ? NO_ASKS : NO_QUOTES;
    this.#absence[share] = absence;
    for (let tag = share * PLACES + NEAR; tag < share * PLACES + AUCTION; tag++)
      if (this.#isAbsent(share, tag & 1)) this.#withdraw(share, tag);
  }

  #isAbsent(share: number, side: number): boolean {
    const absence = this.#absence[share];
    return absence === NO_QUOTES || absence === (side === BUY ? NO_BIDS : NO_ASKS);
  }

  /**
   * After the close a few households trade at its price, each on the side on which it gives nothing away. Makers and
   * desks are done for the day.
   */
  #tradeAtClose(share: number, fair: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { takerRate, retailShare, retailSize, halfSpread, dayTicks } = this.#characters[share]!;
    const price = this.#floor.sessions.closingPrice[share]! / this.#spec.instruments[share]!.tick;
    const given = (of: number) => (of === BUY ? price * 1000 - fair : fair - price * 1000);
    const most = 2 * halfSpread + dayTicks * 1000 * GIVEN_AT_CLOSE;
    for (let tag = share * PLACES + PATIENT; tag < share * PLACES + AUCTION; tag++)
      if (given(tag & 1) > most) this.#withdraw(share, tag);
    if (random.unit(stream) >= Math.min(takerRate * retailShare * AT_CLOSE, 1)) return;
    const turn = this.#turn[share]!;
    this.#turn[share] = (turn + 1) % (AUCTION - PATIENT);
    const tag = share * PLACES + PATIENT + turn;
    this.#withdraw(share, tag);
    const side = turn & 1;
    if (given(side) > most) return;
    // Two accounts: orders of one do not trade with each other.
    const account = side === BUY ? TAKER : PATIENT_TRADER;
    this.#rest(share, side, price, retailOrderSize(retailSize, random.unit(stream)), account, tag);
    this.react();
  }

  /** What is not true for good of what trades taught the makers fades, and so does a fright. */
  #settleDown(share: number): void {
    this.#offset[share]! -= this.#offset[share]! * this.#fading;
    this.#fright[share]! -= this.#fright[share]! / FRIGHT_STEPS;
  }

  /**
   * Makers see what a command bought and sold before anything else happens, and take out what now stands
   * better than they mean. New prices come with the next step. A maker who sold to a willing buyer believes
   * in a higher price; one who bought in a lower. What members buy and sell teaches whether they came or
   * waited, and for every participant: otherwise a member could move a price by coming, and leave by orders
   * that wait without moving it back. Each share teaches the same, however many are taken at a time, and less
   * than the way through the book that it takes to get them: so a trip there and back costs, whatever its
   * size (Huberman and Stanzl 2004).
   */
  react(): void {
    for (const share of this.#struck) {
      const taken = this.#taken[share]!;
      this.#taken[share] = 0;
      if (taken === 0) continue;
      const { impact, shown, dayTicks } = this.#characters[share]!;
      const { basket, entitlement, tick } = this.#spec.instruments[share]!;
      const isDerived = basket !== undefined || entitlement !== undefined;
      const most = dayTicks * 1000 * (isDerived ? MAX_OFFSET.derived : MAX_OFFSET.share);
      const kept = isDerived ? 0 : KEPT;
      const moved = this.#offset[share]! + impact * taken * (1 - kept);
      this.#offset[share] = Math.min(Math.max(moved, -most), most);
      this.#factors.learn(share, impact * taken * kept * tick);
      if (this.#floor.sessions.phase[share] !== CONTINUOUS) continue;
      const fright = Math.max(0, Math.abs(taken) / shown - FRIGHTENING) * FRIGHT;
      this.#fright[share] = Math.min(this.#fright[share]! + fright, MAX_FRIGHT);
      this.#giveWay(share, taken < 0 ? BUY : SELL);
    }
    this.#struck.length = 0;
  }

  #giveWay(share: number, side: number): void {
    const { halfSpread, gap } = this.#characters[share]!;
    const half = halfSpread * this.#caution[share]! * (1 + this.#fright[share]!);
    const fair = this.#fair(share);
    const best = Math.round((side === BUY ? fair - half : fair + half) / 1000);
    for (let at = 0; at < LEVELS * NEAR_PARTS; at++) {
      const away = Math.max((at % LEVELS) - 1, 0) * gap;
      const tag = share * PLACES + NEAR + 2 * at + side;
      if (side === BUY) this.#withdrawUnless(share, tag, -Infinity, best - away);
      else this.#withdrawUnless(share, tag, best + away, Infinity);
    }
  }

  /** One step of an auction. */
  #collectIn(share: number, step: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const fair = this.#fair(share);
    if ((step + share) % FAR_EVERY === 0) {
      this.#quoteNear(share, fair);
      this.#quoteFar(share, fair);
    }
    const places = PLACES - AUCTION;
    const expected = Math.min((places * this.#spec.stepMarketMs) / AUCTION_FILLS_MS, places);
    let visitors = Math.floor(expected);
    if (random.unit(stream) < expected - visitors) visitors++;
    for (let visitor = 0; visitor < visitors; visitor++) this.#visit(share, fair);
  }

  /** A participant comes to an auction, comes back with another price, or withdraws. */
  #visit(share: number, fair: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { dayTicks } = this.#characters[share]!;
    const place = random.below(stream, PLACES - AUCTION);
    const tag = share * PLACES + AUCTION + place;
    const stands = this.#handles[tag] !== 0;
    this.#withdraw(share, tag);
    if (stands && random.below(stream, 6) === 0) return;
    const { dissent, size } =
      this.#floor.sessions.phase[share] === OPENING_AUCTION ? AUCTIONS.opening : AUCTIONS.closing;
    const side = place & 1;
    const width = Math.max(dayTicks * dissent, 2);
    const eager = random.below(stream, EAGER) === 0 ? 2 * width : 0;
    const opinion = fair / 1000 + random.bell(stream) * width;
    const wanted = Math.round(side === BUY ? opinion + eager : opinion - eager);
    const usual = this.#spec.instruments[share]!.averageDailyVolume * size;
    this.#rest(share, side, wanted, orderSize(usual, random.unit(stream)), AUCTION_TRADER, tag);
  }

  /** What the share is believed to be worth moved: more people than usual want to trade. */
  hear(share: number, bps: number): void {
    this.#stir[share] = Math.min(this.#stir[share]! + Math.abs(bps) * NEWS_STIR, 3);
  }

  /**
   * Thousandths of a tick. Makers of entitlements look at what makers of the share quote, not at its value: so a price
   * of theirs says no more of the share than its own book does.
   */
  #fair(share: number): number {
    const { tick, entitlement } = this.#spec.instruments[share]!;
    if (!entitlement) return this.#factors.values[share]! / tick + this.#offset[share]!;
    const underlying = this.#spec.instruments[entitlement.share]!;
    const quoted = underlying.tradable
      ? this.#fair(entitlement.share) * underlying.tick
      : underlying.previousClose * 1000;
    return this.#factors.worthOfEntitlement(share, quoted) / tick + this.#offset[share]!;
  }

  /**
   * Each price may lag a little behind its ideal, so that makers' orders wait in queues too; never beyond the
   * best price they mean, and never so far that the prices lie closer together than what taking them would
   * teach (`Character.impact`).
   */
  #quoteNear(share: number, fair: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { halfSpread, gap, makerSize } = this.#characters[share]!;
    const caution = this.#caution[share]!;
    const fright = this.#fright[share]!;
    const half = (halfSpread + random.below(stream, 400 + (halfSpread >> 1))) * caution * (1 + fright);
    const bid = Math.round((fair - half) / 1000);
    const ask = Math.max(Math.round((fair + half) / 1000), bid + 1);
    const first = share * PLACES + NEAR;
    for (let at = 0; at < LEVELS * NEAR_PARTS; at++) {
      const level = at % LEVELS;
      const away = level * gap;
      const lag = Math.min(away, gap);
      this.#withdrawUnless(share, first + 2 * at, bid - away - level, bid - away + lag);
      this.#withdrawUnless(share, first + 2 * at + 1, ask + away - lag, ask + away + level);
    }
    const part = makerSize / NEAR_PARTS / (caution * (1 + 0.75 * fright));
    for (let at = 0; at < LEVELS * NEAR_PARTS; at++) {
      const level = at % LEVELS;
      for (const side of [BUY, SELL]) {
        const tag = first + 2 * at + side;
        if (this.#handles[tag] !== 0 || this.#isAbsent(share, side)) continue;
        // A price just taken does not always come back at once.
        if (level > 0 && random.below(stream, 4) === 0) continue;
        const size = part * (0.5 + random.unit(stream)) * (1 + level * LEVEL_GROWTH);
        this.#rest(share, side, side === BUY ? bid - level * gap : ask + level * gap, size, NEAR_MAKER, tag);
      }
    }
  }

  /** Wide enough to stand out of the way of a few steps' moves. */
  #quoteFar(share: number, fair: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { halfSpread, gap, makerSize, stepTicks } = this.#characters[share]!;
    const away = (halfSpread / 1000) * 2 + stepTicks * 6 + gap * LEVELS;
    const reach = Math.max(stepTicks * 3, gap * 1.5, 1);
    for (let at = 0; at < LEVELS * FAR_PARTS; at++) {
      const level = at % LEVELS;
      for (const side of [BUY, SELL]) {
        const tag = share * PLACES + FAR + 2 * at + side;
        const ideal = away + reach * level * 1.6;
        const middle = fair / 1000;
        const near = side === BUY ? middle - ideal + reach : middle + ideal - reach;
        const far = side === BUY ? middle - ideal - reach : middle + ideal + reach;
        this.#withdrawUnless(share, tag, Math.min(near, far), Math.max(near, far));
        if (this.#handles[tag] !== 0 || this.#isAbsent(share, side)) continue;
        const tick = Math.round(side === BUY ? middle - ideal : middle + ideal);
        const size = (makerSize / FAR_PARTS) * (1.5 + 2 * random.unit(stream));
        this.#rest(share, side, tick, size, FAR_MAKER, tag);
      }
    }
  }

  /**
   * A patient order: most join or improve the best prices of their side a little, some bid for a bargain
   * further away. It waits until it is filled or its place is needed again. At a limit of the band that the value has
   * left, all who want out join the queue there.
   */
  #wait(share: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { takerSize, retailSize, retailShare, stepTicks, dayTicks, gap } = this.#characters[share]!;
    const turn = this.#turn[share]!;
    this.#turn[share] = (turn + 1) % (AUCTION - PATIENT);
    const tag = share * PLACES + PATIENT + turn;
    this.#withdraw(share, tag);
    const side = turn & 1;
    const { books } = this.#floor;
    const own = books.bestTick(share, side);
    const other = books.bestTick(share, side ^ 1);
    if (own < 0 || this.#isAbsent(share, side)) return;
    const far = random.below(stream, 5) === 0;
    const usual = random.unit(stream) < retailShare ? retailOrderSize(retailSize, random.unit(stream)) : takerSize;
    const away = far
      ? dayTicks * (0.15 + random.unit(stream))
      : random.unit(stream) * random.unit(stream) * (stepTicks * 8 + gap * 3) - 0.5;
    const wanted = Math.round(side === BUY ? own - away : own + away);
    const tick = other < 0 ? wanted : side === BUY ? Math.min(wanted, other - 1) : Math.max(wanted, other + 1);
    this.#rest(share, side, tick, orderSize(usual * (far ? 3 : 1), random.unit(stream)), PATIENT_TRADER, tag);
  }

  /** An order that wants to trade now, at the other side's best price or a little worse; what is left is cancelled. */
  #take(share: number, fair: number): void {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const { takerSize, retailSize, retailShare, gap, dayTicks } = this.#characters[share]!;
    const isRetail = random.unit(stream) < retailShare;
    const side = isRetail ? random.below(stream, 2) : this.#sideOfTaker(share, fair, dayTicks);
    const best = this.#floor.books.bestTick(share, side ^ 1);
    if (best < 0) return;
    const reach = random.below(stream, 3) * gap;
    const { tick } = this.#spec.instruments[share]!;
    const { lower, upper } = this.#floor.sessions;
    const most = this.#mostGiven(share, fair, side ^ 1);
    const limit =
      side === BUY
        ? Math.min(best + reach, upper[share]! / tick, Math.floor(fair / 1000 + most))
        : Math.max(best - reach, lower[share]! / tick, Math.ceil(fair / 1000 - most));
    if (side === BUY ? limit < best : limit > best) return;
    const usual = random.unit(stream);
    const size = this.#inLots(share, isRetail ? retailOrderSize(retailSize, usual) : orderSize(takerSize, usual));
    this.#floor.place(share, side, limit, size, TAKER, UNFOLLOWED, false);
  }

  /**
   * Ticks beyond the fair price that a taker gives, at most: what makers usually ask for, and some of their prices when
   * they are there. So an order in a book without makers, or in the queue at a limit of the band, is not paid more.
   */
  #mostGiven(share: number, fair: number, makers: number): number {
    const { halfSpread, gap } = this.#characters[share]!;
    const half = ((halfSpread * 1.5 + 400) * this.#caution[share]! * (1 + this.#fright[share]!)) / 1000 + 1;
    const { tick } = this.#spec.instruments[share]!;
    const { lower, upper } = this.#floor.sessions;
    const isInside = fair * tick >= lower[share]! * 1000 && fair * tick <= upper[share]! * 1000;
    return isInside && !this.#isAbsent(share, makers) ? half + 3 * gap : half;
  }

  #sideOfTaker(share: number, fair: number, dayTicks: number): number {
    const { random } = this.#factors;
    const stream = this.#factors.orderStream(share);
    const kind = random.below(stream, 100);
    const lastTick = this.#floor.quotes.last[share]! / this.#spec.instruments[share]!.tick;
    if (kind < 25) {
      // Value traders: the last price against the reference value, without the makers' offset.
      const value = (fair - this.#offset[share]!) / 1000;
      const gain = value - lastTick;
      if (gain > dayTicks * 0.01) return BUY;
      if (gain < -dayTicks * 0.01) return SELL;
    } else if (kind < 35) {
      const trend = this.#fast[share]! - this.#slow[share]!;
      if (trend > dayTicks * 0.03) return BUY;
      if (trend < -dayTicks * 0.03) return SELL;
    }
    if (random.below(stream, 6) === 0) this.#mood[share] = random.below(stream, 2);
    const withMood = random.below(stream, 4) !== 0;
    return (this.#mood[share] === 1) === withMood ? BUY : SELL;
  }

  /**
   * Makers quote at the value of now, before an order of a member can come: the book was still while other shares
   * traded. Makers take what has become cheap meanwhile.
   */
  comeBack(share: number): void {
    const fair = this.#fair(share);
    this.#fast[share] = fair / 1000;
    this.#slow[share] = fair / 1000;
    this.#quoteNear(share, fair);
    this.#quoteFar(share, fair);
  }

  /** Takes out everything. */
  leave(share: number): void {
    for (let tag = share * PLACES; tag < (share + 1) * PLACES; tag++) this.#withdraw(share, tag);
  }

  /** Takes out what stands outside the band. */
  keepInside(share: number): void {
    const { tick } = this.#spec.instruments[share]!;
    const { lower, upper } = this.#floor.sessions;
    for (let tag = share * PLACES; tag < (share + 1) * PLACES; tag++)
      this.#withdrawUnless(share, tag, lower[share]! / tick, upper[share]! / tick);
  }

  #withdrawUnless(share: number, tag: number, lowest: number, highest: number): void {
    if (this.#handles[tag] === 0) return;
    const tick = this.#ticks[tag]!;
    if (tick < lowest || tick > highest) this.#withdraw(share, tag);
  }

  #withdraw(share: number, tag: number): void {
    if (this.#handles[tag] === 0) return;
    this.#floor.cancel(share, this.#handles[tag]!);
    this.#handles[tag] = 0;
  }

  /**
   * Places an order to rest. Outside the band there are no orders: a bid above it stands at the limit, an ask
   * above it stays away.
   */
  #rest(share: number, side: number, wanted: number, size: number, account: number, tag: number): void {
    const { tick: tickSize } = this.#spec.instruments[share]!;
    const lowest = this.#floor.sessions.lower[share]! / tickSize;
    const highest = this.#floor.sessions.upper[share]! / tickSize;
    if (side === BUY ? wanted < lowest : wanted > highest) return;
    const tick = Math.min(Math.max(wanted, lowest), highest);
    this.#ticks[tag] = tick;
    const quantity = this.#inLots(share, size);
    this.#isQuoting = true;
    this.#handles[tag] = this.#floor.sessions.inAuction(share)
      ? this.#floor.collect(share, side, tick, quantity, account, tag)
      : this.#floor.place(share, side, tick, quantity, account, tag, true);
    this.#isQuoting = false;
  }

  #inLots(share: number, size: number): number {
    const { lotSize } = this.#spec.instruments[share]!;
    return Math.max(Math.round(round(size) / lotSize), 1) * lotSize;
  }

  #filled(tag: number, quantity: number, remaining: number, otherTag: number): void {
    if (remaining === 0) this.#handles[tag] = 0;
    const share = Math.floor(tag / PLACES);
    const place = tag - share * PLACES;
    const byMember = otherTag < 0 && this.#floor.sessions.phase[share] === CONTINUOUS;
    if (byMember || place >= PATIENT || this.#isQuoting) return;
    this.#see(share, (place & 1) === SELL ? quantity : -quantity);
  }

  /** What was bought (below zero: sold) is looked at when the command that bought it has been carried out. */
  #see(share: number, quantity: number): void {
    if (this.#taken[share] === 0) this.#struck.push(share);
    this.#taken[share]! += quantity;
  }
}

/** Of a normal step: more at the open and before the close, less around noon; 1 on average. */
const activityAt = (step: number, steps: number): number => {
  const fromNoon = (2 * step + 1) / steps - 1;
  return 0.7 + 0.9 * fromNoon * fromNoon;
};

/**
 * Makers are careful in the first half hour, when it is unknown where prices will settle, and while prices jump about.
 */
const cautionAt = (step: number, steps: number, turbulence: number): number => {
  const early = Math.max(0, 1 - (13 * step) / steps);
  return (0.8 + 0.2 * Math.sqrt(Math.max(turbulence, 0))) * (1 + 0.9 * early);
};

/** Many small orders and a few large ones: `usual` on average, at most about fifteen times that. */
const orderSize = (usual: number, chance: number): number => (usual * 0.5167) / Math.sqrt(1 - chance * 0.99896);

/** Orders of households: many of a share or two, three times the usual at most. */
const retailOrderSize = (usual: number, chance: number): number => usual * 3 * chance * chance;

/** People think in round numbers, the more so the larger the order. */
const round = (size: number): number =>
  size < 20
    ? size
    : size < 200
      ? Math.round(size / 5) * 5
      : size < 2000
        ? Math.round(size / 25) * 25
        : Math.round(size / 100) * 100;

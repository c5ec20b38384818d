import { closingOrder, MARGIN_SQUARE_OFF, SQUARE_OFF, timeOnDay } from '@khara/broker';
import { issuerSeries } from '@khara/market-day';
import { isTradeForTrade, marginPrices } from '@khara/rules';
import type { Account } from './account.ts';
import type { BrokerDesk } from './broker-desk.ts';
import type { MarketDays } from './market-days.ts';
import type { News } from './types.ts';

/**
 * What exchange and broker do at the day's times, as the server does it: participants hear news, intraday positions
 * are squared off and called, shares arrive, the day's contract notes are made, and the next day begins.
 */
export class MarketSystem {
  readonly #days: MarketDays;
  readonly #desk: BrokerDesk;
  readonly #accounts: readonly Account[];
  /** Positions that are closed for their margin, by account and share. */
  readonly #called = new Set<string>();
  #news: News[] = [];

  constructor(days: MarketDays, desk: BrokerDesk, accounts: readonly Account[]) {
    this.#days = days;
    this.#desk = desk;
    this.#accounts = accounts;
    this.#beginDay();
  }

  takeNews(): readonly News[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /** One step of market time, with all that the system does in it. Not when the day is over. */
  advance(): void {
    const { day } = this.#days;
    this.#desk.noteTouches();
    day.advance(0);
    this.#desk.settle();
    this.#watchMargins();
    const { schedule } = day.phases;
    if (!day.isOver) this.#hear();
    if (day.step === schedule.squareOffAuctioned) this.#beginSquareOff('auctioned');
    if (day.step === schedule.squareOffOthers) this.#beginSquareOff('others');
    if (day.step === schedule.payOut) this.#settleDues();
    if (day.isOver) {
      this.#settleDues();
      for (const account of this.#accounts) account.takeNote(day.inputs.marketDate);
    } else this.#closeRest();
  }

  /** The next market day, once the running one is over. */
  nextDay(): void {
    this.#days.next();
    this.#beginDay();
  }

  #beginDay(): void {
    const { universe, inputs } = this.#days.day;
    const noted = universe.issuers.filter((issuer) => isTradeForTrade(issuerSeries(issuer, inputs.marketDate)));
    for (const { trades } of this.#accounts) trades.noteTradeForTrade(noted.map(({ code }) => code));
    this.#desk.cutOff.clear();
  }

  /** Participants hear the news of this step: what a person reads comes later. */
  #hear(): void {
    const { day } = this.#days;
    for (const { step, instrument, about, bps } of day.news) {
      if (step !== day.step) continue;
      const { code } = day.spec.instruments[instrument]!;
      this.#desk.apply({ seq: 0, kind: 'news', articleId: `${day.inputs.marketDate}-${code}`, code, about, bps });
      this.#news.push({ code, about, bps, time: timeOnDay(day, step) });
    }
  }

  #settleDues(): void {
    for (const account of this.#accounts) account.settleDues(this.#days.day.inputs.marketDate);
  }

  #beginSquareOff(shares: 'auctioned' | 'others'): void {
    this.#desk.cutOff.add(shares);
    for (const account of this.#accounts)
      for (const order of account.openOrders)
        if (order.product === 'intraday' && !order.bySystem && this.#isIn(shares, order.code))
          this.#desk.expire(order, 'square_off');
  }

  /** Positions whose loss has taken four fifths of their margin are closed, their own orders first. */
  #watchMargins(): void {
    const { day } = this.#days;
    for (const account of this.#accounts)
      for (const { asset, code, product, quantity, costPaise } of account.positions) {
        const share = day.shareNumber(code)!;
        if (product !== 'intraday' || day.phaseOfShare(share) !== 'continuous' || !day.isTradable(share)) continue;
        const rateBps = this.#days.marginBps(code);
        const { squareOffPaise } = marginPrices({ quantity, costPaise, heldPaise: account.heldBehind(asset), rateBps });
        const last = BigInt(day.tape.lastPrice(share));
        if (quantity > 0 ? last > squareOffPaise : last < squareOffPaise) continue;
        this.#called.add(`${account.key} ${code}`);
        for (const order of account.openIn(asset))
          if (order.product === 'intraday' && !order.bySystem) this.#desk.expire(order, 'margin_square_off');
      }
  }

  /**
   * Closes positions that are squared off or called, or that an earlier day left, as soon as none of their
   * orders is open.
   */
  #closeRest(): void {
    const { inputs } = this.#days.day;
    for (const account of this.#accounts)
      for (const position of account.positions) {
        const { asset, code, product, marketDate } = position;
        if (product !== 'intraday') continue;
        const isCalled = this.#called.has(`${account.key} ${code}`);
        const isCutOff = [...this.#desk.cutOff].some((shares) => this.#isIn(shares, code));
        if (!isCalled && !isCutOff && marketDate === inputs.marketDate) continue;
        if (account.openIn(asset).some((order) => order.product === 'intraday')) continue;
        const share = this.#desk.share(code)!;
        const closing = closingOrder({ ...position, heldPaise: account.heldBehind(asset) }, share);
        if (!closing) continue;
        // The exchange would cancel it where it meets one of the same account.
        for (const order of account.openIn(asset))
          if (order.side !== closing.side && order.state !== 'trigger_pending') this.#desk.expire(order, 'self_trade');
        this.#desk.placeForSystem(account, share, { ...closing, requestId: isCalled ? MARGIN_SQUARE_OFF : SQUARE_OFF });
        if (!account.position(asset, 'intraday')) this.#called.delete(`${account.key} ${code}`);
      }
  }

  #isIn(shares: 'auctioned' | 'others', code: string): boolean {
    const { day } = this.#days;
    return day.universe.issuers[day.shareNumber(code)!]!.casEligible === (shares === 'auctioned');
  }
}

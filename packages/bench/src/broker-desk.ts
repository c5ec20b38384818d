import {
  blame,
  changePrice,
  changeTerms,
  decide,
  findRefusals,
  heldFor,
  IDLE_ORDER,
  isAboveTurnover,
  isAfterMarket,
  isOpenState,
  marginBasisOnDay,
  moreForChange,
  type Order,
  placeCommand,
  type Share,
  shareOnDay,
  type Terms,
  toMarginBasis,
  whyNotChange,
  whyNotTerms,
  worstPrice,
  currentType,
  optionalTerms,
} from '@khara/broker';
import { instantOfStep, type JournalledCommand, marketTimeText, type TradingDay } from '@khara/market-day';
import { asPrice } from '@khara/money';
import { isTradeForTrade } from '@khara/rules';
import type { Account } from './account.ts';
import type { MarketDays } from './market-days.ts';
import type { ReadAction, ReadChange } from './read-action.ts';
import type { Refusal, Touch } from './types.ts';

/** Why an action is not done. */
type Refused = Omit<Refusal, 'index'>;
/** Undefined where there is nothing to say: a cancel or a change that was sent to the exchange. */
type Answer = { readonly refused: Refused } | { readonly id: bigint } | undefined;

/** What a system's order is, beside its price. */
type SystemTerms = Pick<Terms, 'side' | 'type' | 'quantity'> & {
  readonly pricePaise: bigint;
  readonly requestId: string;
};

/**
 * Takes, changes and cancels orders of accounts as the product does: the same checks in the same order, then what the
 * account has, then the exchange. Without a server there is no session, no password and no limit of the member's own.
 */
export class BrokerDesk {
  readonly #days: MarketDays;
  readonly #codes: ReadonlySet<string>;
  readonly #accounts: readonly Account[];
  /** Shares whose square-off has begun. */
  readonly cutOff = new Set<'auctioned' | 'others'>();
  readonly #owners = new Map<bigint, Account>();
  /** By share: what its fills meet next. */
  readonly #touches = new Map<string, Touch | undefined>();
  #orderId = 0n;
  #seq = 0;

  constructor(days: MarketDays, accounts: readonly Account[], codes: readonly string[]) {
    this.#days = days;
    this.#accounts = accounts;
    this.#codes = new Set(codes);
  }

  /** Does what an agent asks for; answers the id of a new order, or why not. */
  act(account: Account, action: ReadAction): Answer {
    if (action.kind === 'unreadable') return refuse('invalid_input', { field: action.field });
    if (action.kind === 'place') return this.#place(account, action.code, action.terms);
    const order = account.orders.get(action.id);
    if (!order && (action.id > this.#orderId || action.id < 1n || this.#owners.get(action.id) !== account))
      return refuse('unknown_order');
    if (!order || !isOpenState(order.state) || order.bySystem) return refuse('order_not_open');
    return action.kind === 'cancel' ? this.#cancel(order) : this.#change(account, order, action);
  }

  share(code: string): Share | undefined {
    const number = this.#codes.has(code) ? this.#day.shareNumber(code) : undefined;
    return number === undefined ? undefined : shareOnDay(this.#day, number, this.#days.margin(code));
  }

  /** Ends an order of an account for the system. */
  expire(order: Order, reason: Extract<JournalledCommand, { kind: 'expire' }>['reason']): void {
    this.apply({ seq: this.#nextSeq(), kind: 'expire', orderId: Number(order.id), reason });
  }

  /** Places an order of the system that closes a position: it holds nothing, the position's margin stands behind it. */
  placeForSystem(account: Account, share: Share, { pricePaise, requestId, ...of }: SystemTerms): void {
    const terms = { ...BARE, ...of, product: 'intraday', pricePaise: undefined } as const;
    this.#send(account, { ...this.#newOrder(account, share, terms, pricePaise), requestId, bySystem: true });
  }

  cancelAll(account: Account): void {
    for (const order of account.openOrders)
      this.apply({ seq: this.#nextSeq(), kind: 'cancel', orderId: Number(order.id) });
  }

  /** Looks at the best prices of shares with open orders, before participants act. */
  noteTouches(): void {
    this.#touches.clear();
    for (const account of this.#accounts) for (const { code } of account.openOrders) this.#noteTouch(code);
  }

  /** Gives a command to the exchange, and settles what it caused. */
  apply(command: JournalledCommand): void {
    this.#day.apply(command, 0);
    this.settle();
  }

  /** Settles what has happened to orders since the last time. */
  settle(): void {
    if (!this.#day.hasUnsettled) return;
    const { events } = this.#day.take();
    if (events.length === 0) return;
    const day = this.#day;
    const { plan, marketDate, marketDay } = day.inputs;
    const batch = {
      marketDate,
      marketDay,
      at: instantOfStep(plan, marketDate, day.step),
      marketTimeOf: (step: number) => marketTimeText(instantOfStep(plan, marketDate, step)),
      marginBasis: (code: string) => marginBasisOnDay(day, day.shareNumber(code)!, this.#days.marginBps(code)),
    };
    for (const account of this.#accounts) {
      const own = events.filter(({ orderId }) => this.#owners.get(BigInt(orderId)) === account);
      if (own.length > 0) account.settle(batch, own, (code) => this.#touches.get(code));
    }
  }

  #noteTouch(code: string): void {
    const { market, step } = this.#day;
    const { bids, asks } = market.depth(this.#day.shareNumber(code)!, 1);
    const [bid, ask] = [bids[0]?.price, asks[0]?.price];
    this.#touches.set(code, bid === undefined || ask === undefined ? undefined : { step, bid, ask });
  }

  get #day(): TradingDay {
    return this.#days.day;
  }

  get #marketTime(): string {
    const { plan, marketDate } = this.#day.inputs;
    return marketTimeText(instantOfStep(plan, marketDate, this.#day.step));
  }

  #nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  #place(account: Account, code: string, asked: Terms): Answer {
    const share = this.share(code);
    const terms = { ...asked, sellsAll: share && sellsAll(account, share, asked, 0) };
    // No day lies between two steps: an order of the evening has nothing to wait for.
    if (share && isAfterMarket(share)) return refuse('market_closed');
    const [refused] = findRefusals(terms, share);
    const pricePaise = share && worstPrice(terms, share);
    if (refused !== undefined || !share || pricePaise === undefined)
      return { refused: whyRefused(refused ?? 'price_required', share, terms) };
    const { asset } = share.instrument;
    const { marketDate } = this.#day.inputs;
    const { side, product, quantity } = terms;
    const { free, unsettled } = account.shares(asset);
    const isSale = product === 'delivery' && side === 'sell';
    const priced = {
      ...terms,
      ...heldFor(terms, share, { marketDate, pricePaise }),
      receivedOnly: isTradeForTrade(share.series),
      mostOpen: share.mostOpen,
    };
    const { refusal, held } = decide(priced, {
      isCutOff: product === 'intraday' && this.cutOff.has(this.#group(share)),
      isClosing: product === 'intraday' && this.#isClosing(account, asset),
      kept: isSale ? 0n : account.kept(marketDate),
      opening: product === 'intraday' ? account.opening(asset, side, quantity) : 0,
      exposed: product === 'intraday' ? account.exposed(asset, side) : 0,
      owes: account.debt > 0n,
      money: { balance: account.available },
      free: { balance: BigInt(free) },
      unsettled: { balance: BigInt(unsettled) },
    });
    if (refusal !== undefined) return refuse(refusal);
    const order = {
      ...this.#newOrder(account, share, terms, pricePaise),
      frozenPaise: product === 'delivery' && !isSale ? held : 0n,
      frozenShares: isSale ? quantity : 0,
      frozenUnsettled: isSale ? Math.max(0, quantity - free) : 0,
      marginPaise: product === 'intraday' ? held : 0n,
    };
    this.#send(account, order);
    return { id: order.id };
  }

  #cancel(order: Order): Answer {
    const refused = whyNotChange(this.#phase(order), { ...order, type: currentType(order) }, 'cancel');
    if (refused !== undefined) return refuse(refused);
    this.apply({ seq: this.#nextSeq(), kind: 'cancel', orderId: Number(order.id) });
    return undefined;
  }

  /** Changes quantity, price or trigger; what the new terms may need more is held first. */
  #change(account: Account, order: Order, asked: ReadChange): Answer {
    const share = this.share(order.code)!;
    const changing = { ...order, type: currentType(order), waits: false };
    const plain = changeTerms(changing, asked, this.#marketTime);
    const terms = { ...plain, sellsAll: sellsAll(account, share, plain, order.frozenShares) };
    const refused = whyNotTerms(changing, terms, share);
    if (refused) return { refused };
    const { quantity } = terms;
    const pricePaise = changePrice(changing, terms, share);
    const short = this.#holdMore(account, order, { quantity, pricePaise, share });
    if (short) return short;
    this.#noteTouch(order.code);
    const held = account.orders.get(order.id)!;
    account.orders.set(order.id, { ...held, modifications: held.modifications + 1 });
    this.apply({
      seq: this.#nextSeq(),
      kind: 'modify',
      orderId: Number(order.id),
      price: asPrice(pricePaise),
      quantity,
      ...optionalTerms(terms.triggerPaise, undefined),
    });
    return undefined;
  }

  #holdMore(
    account: Account,
    order: Order,
    { quantity, pricePaise, share }: { readonly quantity: number; readonly pricePaise: bigint; readonly share: Share },
  ): Answer {
    const { asset, side, product } = order;
    if (side === 'sell' && product === 'delivery') {
      const shares = quantity - order.filled - order.frozenShares;
      const { free, unsettled } = account.shares(asset);
      if (shares <= 0) return undefined;
      if (isTradeForTrade(share.series) && shares > free) return refuse('not_received', { field: 'quantity' });
      if (shares > free + unsettled) return refuse('insufficient_holdings');
      account.holdMore(order, { shares });
      return undefined;
    }
    const isIntraday = product === 'intraday';
    const opens = isIntraday ? account.opening(asset, side, quantity - order.filled, order.id) : 0;
    const exposed = isIntraday ? account.exposed(asset, side, order.id) : 0;
    const rest = { quantity: quantity - order.filled, mostOpen: share.mostOpen };
    if (quantity > order.quantity && isAboveTurnover(rest, { opening: opens, exposed }))
      return refuse('position_above_turnover', { field: 'quantity' });
    const opensNow = isIntraday ? account.opening(asset, side, order.quantity - order.filled, order.id) : 0;
    const paise = moreForChange(order, { quantity, pricePaise, basis: toMarginBasis(share), opens, opensNow });
    if (paise <= 0n) return undefined;
    if (account.debt > 0n) return refuse('debt_open');
    if (account.available - paise < account.kept(this.#day.inputs.marketDate)) return refuse('insufficient_funds');
    account.holdMore(order, { paise });
    return undefined;
  }

  #isClosing(account: Account, asset: string): boolean {
    const position = account.position(asset, 'intraday');
    const isLeft = position !== undefined && position.marketDate < this.#day.inputs.marketDate;
    return isLeft || account.openIn(asset).some(({ bySystem }) => bySystem);
  }

  #phase({ code }: Order): Share['phase'] {
    return this.#day.phaseOfShare(this.#day.shareNumber(code)!);
  }

  #group = ({ instrument }: Share): 'auctioned' | 'others' => (instrument.issuer?.casEligible ? 'auctioned' : 'others');

  #newOrder(account: Account, { instrument }: Share, terms: Terms, pricePaise: bigint): Order {
    const { sellsAll: _all, ...own } = terms;
    const { plan, marketDate } = this.#day.inputs;
    const at = instantOfStep(plan, marketDate, this.#day.step);
    this.#orderId += 1n;
    return {
      ...IDLE_ORDER,
      ...own,
      id: this.#orderId,
      userId: account.name,
      accountKey: account.key,
      code: instrument.code,
      asset: instrument.asset,
      pricePaise,
      marketDate,
      marketTime: marketTimeText(at),
      acceptedAt: at,
      updatedAt: at,
    };
  }

  #send(account: Account, order: Order): void {
    account.hold(order);
    this.#noteTouch(order.code);
    this.#owners.set(order.id, account);
    this.apply(placeCommand({ seq: this.#nextSeq(), orderId: order.id }, { ...order, byProgram: false }));
  }
}

const BARE = { validity: 'day', triggerPaise: undefined, disclosedQuantity: undefined } as const;

const refuse = (reason: string, more: Omit<Refused, 'reason'> = {}): { readonly refused: Refused } => ({
  refused: { reason, ...more },
});

const whyRefused = (reason: Parameters<typeof blame>[0], share: Share | undefined, terms: Terms): Refused => ({
  reason,
  ...blame(reason, share, terms),
});

/** Whether a delivery sale is of a whole holding: of all that is held, that may be sold, or that has arrived. */
function sellsAll(
  account: Account,
  { instrument: { asset } }: Share,
  { side, product, quantity }: Terms,
  own: number,
): boolean {
  if (side !== 'sell' || product !== 'delivery') return false;
  const { free, unsettled } = account.shares(asset);
  const held = account.position(asset, 'delivery')?.quantity ?? 0;
  return [held, free + unsettled + own, free + own].includes(quantity);
}

import type { Nearly, RecordedMissionId } from '@khara/contract';
import type { ApplicationFact, Facts, OrderFact, WithdrawalFact } from './facts.ts';

/**
 * What a mission is about. `figure` is the answer to its question: in hundredths of an amount and of per cent, else a
 * number.
 */
type About = {
  readonly kind: 'order' | 'application' | 'withdrawal' | 'company';
  readonly id: string;
  readonly code: string;
  readonly quantity: number;
};

export type Progress =
  | { readonly is: 'open' }
  | { readonly is: 'nearly'; readonly nearly: Nearly; readonly about: About }
  | { readonly is: 'seen'; readonly at: number; readonly about: About | undefined; readonly figure: bigint }
  /** Of published accounts: `about` with `other`, where two are compared. */
  | { readonly is: 'asked'; readonly about: About; readonly other: string | undefined; readonly figure: bigint };

export const OPEN: Progress = { is: 'open' };
/** Shares that have to stand ahead in the queue. */
const AHEAD = 100;

type Rule = (facts: Facts) => Progress;

const ofOrder = (order: OrderFact): About => ({
  kind: 'order',
  id: order.id,
  code: order.code,
  quantity: order.quantity,
});
const ofApplication = ({ id, code, lots }: ApplicationFact): About => ({
  kind: 'application',
  id,
  code,
  quantity: lots,
});
const ofWithdrawal = ({ id }: WithdrawalFact): About => ({ kind: 'withdrawal', id, code: '', quantity: 0 });
const isFilled = ({ filled }: OrderFact): boolean => filled > 0;
const lastFill = ({ fills, updatedAt }: OrderFact): number => fills.at(-1)?.at ?? updatedAt;
const average = ({ filled, filledPaise }: OrderFact): bigint =>
  (2n * filledPaise + BigInt(filled)) / (2n * BigInt(filled));
const quantityAhead = ({ steps }: OrderFact): number | undefined => steps.find(({ step }) => step === 'opened')?.ahead;
const triggeredAt = ({ steps }: OrderFact): number | undefined => steps.find(({ step }) => step === 'triggered')?.at;
const isOpen = ({ state }: OrderFact): boolean => ['pending', 'open', 'trigger_pending'].includes(state);
const own = ({ orders }: Facts): readonly OrderFact[] => orders.filter(({ bySystem }) => !bySystem);

/**
 * The first order that counts; else the newest that nearly does. `nearly` says what one lacks, and undefined
 * of an order that has nothing to do with it.
 */
function findFirst(
  orders: readonly OrderFact[],
  counts: (order: OrderFact) => { readonly at: number; readonly figure: bigint } | undefined,
  nearly: (order: OrderFact) => Nearly | undefined,
): Progress {
  for (const order of orders) {
    const found = counts(order);
    if (found) return { is: 'seen', ...found, about: ofOrder(order) };
  }
  for (const order of orders.toReversed()) {
    const lacks = nearly(order);
    if (lacks) return { is: 'nearly', nearly: lacks, about: ofOrder(order) };
  }
  return OPEN;
}

const filledWith = (order: OrderFact, figure: (order: OrderFact) => bigint) =>
  isFilled(order) ? { at: lastFill(order), figure: figure(order) } : undefined;
const rests = (order: OrderFact): Nearly | undefined =>
  order.state === 'trigger_pending' ? 'waitsForTrigger' : isOpen(order) ? 'rests' : undefined;
const delivery = (side: 'buy' | 'sell') => (facts: Facts) =>
  own(facts).filter((order) => order.product === 'delivery' && order.side === side);

/** Orders that a phase filled; `figure` is the price of the first fill in it. */
const filledIn =
  (phase: OrderFact['fills'][number]['phase']): Rule =>
  (facts) =>
    findFirst(
      own(facts),
      ({ fills }) => {
        const fill = fills.find((one) => one.phase === phase);
        return fill && { at: fill.at, figure: fill.pricePaise };
      },
      (order) => (isOpen(order) ? rests(order) : undefined),
    );

const isStop = ({ type }: OrderFact): boolean => type === 'sl' || type === 'sl_m';

/** How much worse than its trigger a stop was filled, a share; zero or less is not worse. */
function worse(order: OrderFact): bigint {
  if (order.triggerPaise === undefined || !isFilled(order)) return 0n;
  return order.side === 'buy' ? average(order) - order.triggerPaise : order.triggerPaise - average(order);
}

/** How much better than its limit an order was filled in an opening auction, a share. */
function betterInAuction({
  type,
  side,
  pricePaise,
  fills,
}: OrderFact): { readonly at: number; readonly figure: bigint } | undefined {
  const fill = fills.find(({ phase }) => phase === 'opening_auction');
  if (!fill || type !== 'limit') return undefined;
  const figure = side === 'buy' ? pricePaise - fill.pricePaise : fill.pricePaise - pricePaise;
  return figure > 0n ? { at: fill.at, figure } : undefined;
}

/** A purchase and a sale of one share with a product, the sale after it. */
function bothSides(orders: readonly OrderFact[], isSale: (order: OrderFact) => boolean) {
  for (const sale of orders) {
    if (sale.side !== 'sell' || !isFilled(sale) || !isSale(sale)) continue;
    const purchase = orders.find(
      (order) => order.side === 'buy' && order.code === sale.code && order.at <= sale.at && isFilled(order),
    );
    if (purchase) return { purchase, sale };
  }
  return undefined;
}

const applied = (
  counts: (one: ApplicationFact) => boolean,
  nearly: (one: ApplicationFact) => Nearly | undefined,
): Rule => {
  return ({ applications }) => {
    const found = applications.find(counts);
    if (found) return { is: 'seen', at: found.updatedAt, about: ofApplication(found), figure: BigInt(found.lots) };
    for (const one of applications.toReversed()) {
      const lacks = nearly(one);
      if (lacks) return { is: 'nearly', nearly: lacks, about: ofApplication(one) };
    }
    return OPEN;
  };
};
const WON: ReadonlySet<string> = new Set(['winning_lots', 'signed', 'lapsed']);
const drawn = ({ state }: ApplicationFact): Nearly | undefined =>
  state === 'subscribed' ? 'drawn' : state === 'cancelled' ? undefined : 'otherWay';

/** Missions by the member's records. None looks at a gain, and none needs more than three orders. */
export const RULES: Readonly<Record<RecordedMissionId, Rule>> = {
  // ---- First share: each figure is of the member's own order
  buy: (facts) => findFirst(delivery('buy')(facts), (order) => filledWith(order, average), rests),
  price: (facts) =>
    findFirst(
      delivery('buy')(facts),
      (order) => (order.type === 'limit' ? filledWith(order, ({ pricePaise }) => pricePaise) : undefined),
      (order) => (order.type === 'limit' ? rests(order) : undefined),
    ),
  hold: (facts) =>
    findFirst(
      delivery('buy')(facts),
      (order) => (order.marketDate < facts.today ? filledWith(order, ({ filled }) => BigInt(filled)) : undefined),
      (order) => (isFilled(order) ? 'today' : rests(order)),
    ),
  sell: (facts) =>
    findFirst(delivery('sell')(facts), (order) => filledWith(order, ({ filledPaise }) => filledPaise), rests),
  bill: (facts) => {
    const orders = own(facts).filter(({ product }) => product === 'delivery');
    const both = bothSides(orders, () => true);
    if (both) {
      const figure = both.purchase.chargesPaise + both.sale.chargesPaise;
      return { is: 'seen', at: lastFill(both.sale), about: ofOrder(both.sale), figure };
    }
    const bought = orders.find(isFilled);
    return bought ? { is: 'nearly', nearly: 'half', about: ofOrder(bought) } : OPEN;
  },

  // ---- Orders and the queue
  book: (facts) =>
    findFirst(
      own(facts),
      (order) =>
        order.type === 'market' && new Set(order.fills.map(({ pricePaise }) => pricePaise)).size > 1
          ? { at: lastFill(order), figure: BigInt(order.fills.length) }
          : undefined,
      (order) => (order.type === 'market' && isFilled(order) ? 'few' : undefined),
    ),
  wait: (facts) =>
    findFirst(
      own(facts),
      (order) =>
        order.type === 'limit' &&
        order.filled === 0 &&
        order.reason === 'cancelled_by_member' &&
        quantityAhead(order) !== undefined
          ? { at: order.updatedAt, figure: BigInt(quantityAhead(order)!) }
          : undefined,
      (order) => (order.type !== 'limit' ? undefined : isFilled(order) ? 'atOnce' : rests(order)),
    ),
  behind: (facts) =>
    findFirst(
      own(facts),
      (order) =>
        order.type === 'limit' && (quantityAhead(order) ?? 0) >= AHEAD
          ? filledWith(order, () => BigInt(quantityAhead(order)!))
          : undefined,
      (order) => {
        const ahead = order.type === 'limit' ? quantityAhead(order) : undefined;
        if (ahead === undefined) return undefined;
        return ahead < AHEAD ? 'few' : rests(order);
      },
    ),
  change: (facts) =>
    findFirst(
      own(facts),
      ({ steps, quantity }) => {
        const kept = steps.find(({ step, keptPriority }) => step === 'modified' && keptPriority === true);
        return kept && { at: kept.at, figure: BigInt(quantity) };
      },
      (order) => (order.steps.some(({ step }) => step === 'modified') ? 'lostPlace' : rests(order)),
    ),
  ioc: (facts) =>
    findFirst(
      own(facts),
      (order) => (order.reason === 'ioc_remainder' ? { at: order.updatedAt, figure: BigInt(order.filled) } : undefined),
      (order) => (order.validity === 'ioc' && order.state === 'complete' ? 'atOnce' : undefined),
    ),

  // ---- Auctions
  opening: filledIn('opening_auction'),
  better: (facts) =>
    findFirst(own(facts), betterInAuction, ({ fills }) =>
      fills.some(({ phase }) => phase === 'opening_auction') ? 'notBetter' : undefined,
    ),
  after: (facts) =>
    findFirst(
      own(facts).filter(({ afterMarket }) => afterMarket),
      (order) => filledWith(order, average),
      (order) => (isOpen(order) ? 'rests' : 'otherWay'),
    ),
  closing: filledIn('closing_auction'),
  postClose: filledIn('post_close'),

  // ---- Margin and its cost
  intraday: (facts) =>
    findFirst(
      own(facts).filter(({ product }) => product === 'intraday'),
      (order) => filledWith(order, ({ filledPaise }) => filledPaise),
      rests,
    ),
  closeYourself: ({ orders }) => {
    const intraday = orders.filter(({ product }) => product === 'intraday');
    const both = bothSides(
      intraday.filter(({ bySystem }) => !bySystem),
      () => true,
    );
    if (both && both.purchase.marketDate === both.sale.marketDate) {
      const figure = both.purchase.chargesPaise + both.sale.chargesPaise;
      return { is: 'seen', at: lastFill(both.sale), about: ofOrder(both.sale), figure };
    }
    const one = intraday.findLast((order) => isFilled(order));
    return one ? { is: 'nearly', nearly: one.bySystem ? 'otherWay' : 'half', about: ofOrder(one) } : OPEN;
  },
  stop: (facts) =>
    findFirst(
      own(facts).filter(isStop),
      (order) => {
        const at = triggeredAt(order);
        return at === undefined ? undefined : { at, figure: order.triggerPaise! };
      },
      rests,
    ),
  slip: (facts) =>
    findFirst(
      own(facts).filter(isStop),
      (order) => (worse(order) > 0n ? { at: lastFill(order), figure: worse(order) } : undefined),
      (order) => (isFilled(order) ? 'notWorse' : rests(order)),
    ),
  squaredOff: ({ orders }) => {
    const found = orders.find((order) => order.bySystem && order.product === 'intraday' && isFilled(order));
    if (found) return { is: 'seen', at: lastFill(found), about: ofOrder(found), figure: average(found) };
    const open = orders.findLast((order) => order.product === 'intraday' && isFilled(order));
    return open ? { is: 'nearly', nearly: 'half', about: ofOrder(open) } : OPEN;
  },

  // ---- A new issue and its odds
  apply: applied(
    ({ state }) => state !== 'cancelled',
    ({ state }) => (state === 'cancelled' ? 'otherWay' : undefined),
  ),
  revise: applied(
    ({ revision }) => revision > 0,
    ({ state }) => (state === 'subscribed' ? 'half' : undefined),
  ),
  withdraw: applied(
    ({ state }) => state === 'cancelled',
    ({ state }) => (state === 'subscribed' ? 'half' : undefined),
  ),
  lose: applied(({ state }) => state === 'failed_lots', drawn),
  win: applied(({ state }) => WON.has(state), drawn),

  // ---- When things go wrong
  refused: ({ refusals, orders }) => {
    const found = refusals.find(
      ({ refusal }) => refusal === 'insufficient_funds' || refusal === 'insufficient_holdings',
    );
    if (found) return { is: 'seen', at: found.at, about: undefined, figure: BigInt(refusals.length) };
    const taken = orders.findLast(({ bySystem }) => !bySystem);
    return taken ? { is: 'nearly', nearly: 'otherWay', about: ofOrder(taken) } : OPEN;
  },
  protection: (facts) =>
    findFirst(
      own(facts),
      (order) => {
        // Of continuous trading: an auction's market order becomes one, too.
        const rested = order.steps.find(({ step }) => step === 'became_limit');
        const before = order.fills.filter(({ at, phase }) => rested && phase === 'continuous' && at <= rested.at);
        return rested && before.length > 0
          ? { at: rested.at, figure: BigInt(before.reduce((sum, { quantity }) => sum + quantity, 0)) }
          : undefined;
      },
      (order) => (order.type === 'market' && order.state === 'complete' ? 'atOnce' : undefined),
    ),
  expired: (facts) =>
    findFirst(
      own(facts),
      (order) => (order.reason === 'day_end' ? { at: order.updatedAt, figure: order.pricePaise } : undefined),
      (order) => (isOpen(order) ? 'today' : undefined),
    ),
  self: (facts) =>
    findFirst(
      own(facts),
      (order) => (order.reason === 'self_trade' ? { at: order.updatedAt, figure: BigInt(order.quantity) } : undefined),
      rests,
    ),
  takeBack: ({ withdrawals }) => {
    const found = withdrawals.find(({ status }) => status === 'revoked');
    if (found)
      return { is: 'seen', at: found.endedAt ?? found.at, about: ofWithdrawal(found), figure: found.amountPaise };
    const waiting = withdrawals.at(-1);
    return waiting
      ? { is: 'nearly', nearly: waiting.status === 'in_transfer' ? 'half' : 'otherWay', about: ofWithdrawal(waiting) }
      : OPEN;
  },
};

/** Missions whose figure is an amount in paise; of the others it is a number. */
export const IN_RUPEES: ReadonlySet<string> = new Set<RecordedMissionId>([
  'buy',
  'price',
  'sell',
  'bill',
  'opening',
  'better',
  'after',
  'closing',
  'postClose',
  'intraday',
  'closeYourself',
  'stop',
  'slip',
  'squaredOff',
  'expired',
  'takeBack',
]);

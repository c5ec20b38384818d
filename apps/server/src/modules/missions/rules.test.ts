import { RECORDED_MISSIONS, type Nearly, type RecordedMissionId } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import type { ApplicationFact, Facts, FillFact, OrderFact, StepFact, WithdrawalFact } from './facts.ts';
import { RULES } from './rules.ts';

const TODAY = '2026-11-25';
const YESTERDAY = '2026-11-24';

let orders = 0;
const fill = (more: Partial<FillFact> = {}): FillFact => ({
  quantity: 10,
  pricePaise: 100_00n,
  phase: 'continuous',
  at: 5_000,
  ...more,
});
const step = (name: string, more: Partial<StepFact> = {}): StepFact => ({
  step: name,
  at: 2_000,
  ahead: undefined,
  keptPriority: undefined,
  ...more,
});

/** An order of ten shares; its fills say what is filled. */
function order(more: Partial<OrderFact> = {}): OrderFact {
  orders += 1;
  const fills = more.fills ?? [];
  const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    id: String(orders),
    code: 'THEWA',
    side: 'buy',
    type: 'market',
    product: 'delivery',
    validity: 'day',
    quantity: 10,
    filled,
    filledPaise: fills.reduce((sum, { quantity, pricePaise }) => sum + BigInt(quantity) * pricePaise, 0n),
    pricePaise: 101_00n,
    triggerPaise: undefined,
    state: filled === 10 ? 'complete' : 'open',
    reason: undefined,
    marketDate: TODAY,
    at: 1_000 + orders,
    updatedAt: 5_000,
    bySystem: false,
    afterMarket: false,
    chargesPaise: 20_00n,
    fills,
    steps: [],
    ...more,
  };
}
const bought = (more: Partial<OrderFact> = {}) => order({ fills: [fill()], ...more });
const sold = (more: Partial<OrderFact> = {}) => bought({ side: 'sell', ...more });
const limit = (more: Partial<OrderFact> = {}) => order({ type: 'limit', ...more });
const stop = (more: Partial<OrderFact> = {}) => order({ type: 'sl_m', side: 'sell', triggerPaise: 100_00n, ...more });
const opened = (ahead: number) => [step('opened', { ahead })];

const application = (more: Partial<ApplicationFact> = {}): ApplicationFact => ({
  id: 'IPO-X-1-000001',
  code: 'NEWCO',
  lots: 2,
  revision: 0,
  state: 'subscribed',
  at: 1_000,
  updatedAt: 3_000,
  ...more,
});
const withdrawal = (status: string): WithdrawalFact => ({
  id: 'W1',
  amountPaise: 500_00n,
  status,
  at: 1_000,
  endedAt: 4_000,
});

type Some = Partial<Facts>;
const account = (some: Some): Facts => ({
  today: TODAY,
  orders: [],
  applications: [],
  withdrawals: [],
  refusals: [],
  ...some,
});

/** Of each mission an account that completes it, with the answer to its question, and one that nearly does. */
const CASES: Readonly<
  Record<
    RecordedMissionId,
    { readonly completes: Some; readonly figure: bigint; readonly almost: Some; readonly nearly: Nearly }
  >
> = {
  buy: { completes: { orders: [bought()] }, figure: 100_00n, almost: { orders: [limit()] }, nearly: 'rests' },
  price: {
    completes: { orders: [bought({ type: 'limit' })] },
    figure: 101_00n,
    almost: { orders: [bought(), limit()] },
    nearly: 'rests',
  },
  hold: {
    completes: { orders: [bought({ marketDate: YESTERDAY })] },
    figure: 10n,
    almost: { orders: [bought()] },
    nearly: 'today',
  },
  sell: {
    completes: { orders: [sold()] },
    figure: 1_000_00n,
    almost: { orders: [bought(), limit({ side: 'sell' })] },
    nearly: 'rests',
  },
  bill: {
    completes: { orders: [bought(), sold()] },
    figure: 40_00n,
    almost: { orders: [bought(), sold({ code: 'OTHER' })] },
    nearly: 'half',
  },
  book: {
    completes: { orders: [order({ fills: [fill({ quantity: 4 }), fill({ quantity: 6, pricePaise: 100_10n })] })] },
    figure: 2n,
    almost: { orders: [order({ fills: [fill({ quantity: 4 }), fill({ quantity: 6 })] })] },
    nearly: 'few',
  },
  wait: {
    completes: { orders: [limit({ state: 'cancelled', reason: 'cancelled_by_member', steps: opened(42) })] },
    figure: 42n,
    almost: {
      orders: [
        limit({ state: 'cancelled', reason: 'cancelled_by_member', fills: [fill({ quantity: 3 })], steps: opened(42) }),
      ],
    },
    nearly: 'atOnce',
  },
  behind: {
    completes: { orders: [bought({ type: 'limit', steps: opened(100) })] },
    figure: 100n,
    almost: { orders: [bought({ type: 'limit', steps: opened(99) })] },
    nearly: 'few',
  },
  change: {
    completes: { orders: [limit({ quantity: 7, steps: [step('modified', { keptPriority: true })] })] },
    figure: 7n,
    almost: { orders: [limit({ steps: [step('modified', { keptPriority: false })] })] },
    nearly: 'lostPlace',
  },
  ioc: {
    completes: {
      orders: [limit({ validity: 'ioc', state: 'cancelled', reason: 'ioc_remainder', fills: [fill({ quantity: 4 })] })],
    },
    figure: 4n,
    almost: { orders: [bought({ type: 'limit', validity: 'ioc' })] },
    nearly: 'atOnce',
  },
  opening: {
    completes: { orders: [bought({ fills: [fill({ phase: 'opening_auction' })] })] },
    figure: 100_00n,
    almost: { orders: [bought(), limit()] },
    nearly: 'rests',
  },
  better: {
    completes: { orders: [bought({ type: 'limit', fills: [fill({ phase: 'opening_auction' })] })] },
    figure: 1_00n,
    almost: { orders: [bought({ type: 'limit', pricePaise: 100_00n, fills: [fill({ phase: 'opening_auction' })] })] },
    nearly: 'notBetter',
  },
  after: {
    completes: { orders: [bought({ afterMarket: true })] },
    figure: 100_00n,
    almost: { orders: [limit({ afterMarket: true, state: 'pending' })] },
    nearly: 'rests',
  },
  closing: {
    completes: { orders: [bought({ fills: [fill({ phase: 'closing_auction' })] })] },
    figure: 100_00n,
    almost: { orders: [bought({ fills: [fill({ phase: 'opening_auction' })] }), limit()] },
    nearly: 'rests',
  },
  postClose: {
    completes: { orders: [bought({ fills: [fill({ phase: 'post_close' })] })] },
    figure: 100_00n,
    almost: { orders: [bought({ fills: [fill({ phase: 'closing_auction' })] }), order()] },
    nearly: 'rests',
  },
  intraday: {
    completes: { orders: [bought({ product: 'intraday' })] },
    figure: 1_000_00n,
    almost: { orders: [bought(), limit({ product: 'intraday' })] },
    nearly: 'rests',
  },
  closeYourself: {
    completes: { orders: [bought({ product: 'intraday' }), sold({ product: 'intraday' })] },
    figure: 40_00n,
    almost: { orders: [bought({ product: 'intraday' }), sold({ product: 'intraday', bySystem: true })] },
    nearly: 'otherWay',
  },
  stop: {
    completes: { orders: [stop({ steps: [step('triggered')] })] },
    figure: 100_00n,
    almost: { orders: [stop({ state: 'trigger_pending' })] },
    nearly: 'waitsForTrigger',
  },
  slip: {
    completes: { orders: [stop({ fills: [fill({ pricePaise: 99_50n })] })] },
    figure: 50n,
    almost: { orders: [stop({ fills: [fill()] })] },
    nearly: 'notWorse',
  },
  squaredOff: {
    completes: { orders: [bought({ product: 'intraday' }), sold({ product: 'intraday', bySystem: true })] },
    figure: 100_00n,
    almost: { orders: [bought({ product: 'intraday' }), sold({ product: 'intraday' })] },
    nearly: 'half',
  },
  apply: {
    completes: { applications: [application()] },
    figure: 2n,
    almost: { applications: [application({ state: 'cancelled' })] },
    nearly: 'otherWay',
  },
  revise: {
    completes: { applications: [application({ revision: 1, lots: 3 })] },
    figure: 3n,
    almost: { applications: [application()] },
    nearly: 'half',
  },
  withdraw: {
    completes: { applications: [application({ state: 'cancelled' })] },
    figure: 2n,
    almost: { applications: [application()] },
    nearly: 'half',
  },
  lose: {
    completes: { applications: [application({ state: 'failed_lots' })] },
    figure: 2n,
    almost: { applications: [application({ state: 'winning_lots' })] },
    nearly: 'otherWay',
  },
  win: {
    completes: { applications: [application({ state: 'signed' })] },
    figure: 2n,
    almost: { applications: [application()] },
    nearly: 'drawn',
  },
  refused: {
    completes: { refusals: [{ refusal: 'insufficient_funds', at: 3_000 }] },
    figure: 1n,
    almost: { orders: [bought()] },
    nearly: 'otherWay',
  },
  protection: {
    completes: {
      orders: [order({ state: 'open', steps: [step('became_limit', { at: 99_000 })], fills: [fill({ quantity: 6 })] })],
    },
    figure: 6n,
    almost: { orders: [bought()] },
    nearly: 'atOnce',
  },
  expired: {
    completes: { orders: [limit({ state: 'expired', reason: 'day_end' })] },
    figure: 101_00n,
    almost: { orders: [limit()] },
    nearly: 'today',
  },
  self: {
    completes: { orders: [limit(), limit({ side: 'sell', state: 'cancelled', reason: 'self_trade' })] },
    figure: 10n,
    almost: { orders: [limit()] },
    nearly: 'rests',
  },
  takeBack: {
    completes: { withdrawals: [withdrawal('revoked')] },
    figure: 500_00n,
    almost: { withdrawals: [withdrawal('paid')] },
    nearly: 'otherWay',
  },
};

describe.each(RECORDED_MISSIONS)('the mission %s', (id) => {
  const { completes, figure, almost, nearly } = CASES[id];

  it('is seen in an account that completes it, with the figure of its question', () => {
    expect(RULES[id](account(completes))).toMatchObject({ is: 'seen', figure, at: expect.any(Number) });
  });

  it('is not seen in an account that nearly does, and says what is missing', () => {
    expect(RULES[id](account(almost))).toMatchObject({ is: 'nearly', nearly });
  });

  it('is open in an empty account', () => {
    expect(RULES[id](account({}))).toEqual({ is: 'open' });
  });

  it('is completed by three orders at most', () => {
    expect(completes.orders?.length ?? 0).toBeLessThanOrEqual(3);
  });

  it('is the same whether the orders gained or lost', () => {
    // All prices of the account a hundred rupees higher: every gain is another.
    const dearer = (completes.orders ?? []).map((one) => ({
      ...one,
      pricePaise: one.pricePaise + 100_00n,
      ...(one.triggerPaise !== undefined && { triggerPaise: one.triggerPaise + 100_00n }),
      filledPaise: one.filledPaise + BigInt(one.filled) * 100_00n,
      fills: one.fills.map((part) => ({ ...part, pricePaise: part.pricePaise + 100_00n })),
    }));
    const sales = dearer.map((one) =>
      one.side === 'sell' ? completes.orders!.find(({ id: of }) => of === one.id)! : one,
    );
    expect(RULES[id](account({ ...completes, orders: sales })).is).toBe('seen');
  });
});

describe('orders of the system', () => {
  it('complete no mission but the one about them', () => {
    const system = account({ orders: [bought({ bySystem: true, product: 'delivery' })] });
    expect(RECORDED_MISSIONS.filter((id) => RULES[id](system).is === 'seen')).toEqual([]);
  });
});

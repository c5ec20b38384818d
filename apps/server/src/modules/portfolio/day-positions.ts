import { averagePrice, onDay, type Position } from '@khara/broker';
import { readFree } from './store.ts';
import { mulDiv, rupees } from '@khara/money';
import type { Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { issuerName, costsAsDayBegan } from '#modules/orders/index.ts';
import { positionsOfToday } from './store.ts';

/**
 * What a market date made of one share and product: what was bought and sold, and what of an intraday position an
 * earlier day left, at what it cost.
 */
type DayTrades = {
  readonly bought: number;
  readonly boughtPaise: bigint;
  readonly sold: number;
  readonly soldPaise: bigint;
  /** Below zero: short. */
  readonly overnight: number;
  readonly overnightPaise: bigint;
};

/**
 * Of the positions of one share and product: the one held and those that the day closed. Shares that became the other
 * product count there. Delivery shares from earlier days are holdings, and no part of it. `costs` has what positions
 * that earlier days left cost as the day began, where the day traded them.
 */
function sumDayTrades(
  positions: readonly Position[],
  marketDate: string,
  costs: ReadonlyMap<bigint, bigint>,
): DayTrades {
  const sum = { bought: 0, boughtPaise: 0n, sold: 0, soldPaise: 0n, overnight: 0, overnightPaise: 0n };
  for (const position of positions) {
    const day = onDay(position, marketDate);
    sum.bought += day.dayBoughtQuantity;
    sum.boughtPaise += day.dayBoughtPaise;
    sum.sold += day.daySoldQuantity;
    sum.soldPaise += day.daySoldPaise;
    if (day.product === 'delivery') continue;
    const left = countLeftOver(day);
    sum.overnight += left;
    if (left !== 0) sum.overnightPaise += costs.get(day.id) ?? day.costPaise;
  }
  return sum;
}

/** Shares that earlier days left; below zero: short. */
const countLeftOver = ({ quantity, dayBoughtQuantity, daySoldQuantity }: Position): number =>
  quantity - dayBoughtQuantity + daySoldQuantity;

/** What is left of a day's position at a price, and what it made, without charges. In paise. */
function dayResult(trades: DayTrades, lastPaise: bigint) {
  const { bought, sold, overnight, overnightPaise } = trades;
  const quantity = overnight + bought - sold;
  const [buyQuantity, buyPaise] =
    overnight > 0 ? [bought + overnight, trades.boughtPaise + overnightPaise] : [bought, trades.boughtPaise];
  const [sellQuantity, sellPaise] =
    overnight < 0 ? [sold - overnight, trades.soldPaise + overnightPaise] : [sold, trades.soldPaise];
  const [openedQuantity, openedPaise] = quantity > 0 ? [buyQuantity, buyPaise] : [sellQuantity, sellPaise];
  const valuePaise = BigInt(quantity) * lastPaise;
  const profitPaise = sellPaise - buyPaise + valuePaise;
  const costPaise = quantity === 0 ? 0n : mulDiv(openedPaise, BigInt(quantity), BigInt(openedQuantity), 'half_up');
  const unrealisedPaise = valuePaise - costPaise;
  return {
    quantity,
    averagePaise: quantity === 0 ? undefined : averagePrice(openedPaise, openedQuantity),
    profitPaise,
    unrealisedPaise,
    realisedPaise: profitPaise - unrealisedPaise,
  };
}

type DayPositionDto = Data<'dayPositions'>['list'][number];

/** The day's positions of a member at the market as it is, by code. */
async function readDayPositions(
  deps: Pick<Deps, 'db' | 'market'>,
  userId: string,
): Promise<readonly (Pick<DayPositionDto, 'code' | 'product' | 'convertible'> & { readonly trades: DayTrades })[]> {
  const { marketDate } = deps.market.now();
  const [positions, free] = await Promise.all([
    positionsOfToday(deps.db, userId, marketDate),
    readFree(deps, userId, marketDate),
  ]);
  const tradedOn = positions.filter(
    (position) =>
      position.product === 'intraday' && position.marketDate === marketDate && countLeftOver(position) !== 0,
  );
  const costs = await costsAsDayBegan(
    deps.db,
    tradedOn.map(({ id }) => id),
    marketDate,
  );
  const same = Map.groupBy(positions, ({ code, product }) => `${code} ${product}`);
  return [...same.values()]
    .map((group) => {
      const { code, product, asset } = group[0]!; // a group has one
      const trades = sumDayTrades(group, marketDate, costs);
      const { due = 0, unsettled = 0, selling = 0 } = free.get(asset) ?? {};
      const net = trades.bought - trades.sold;
      const convertible =
        product === 'delivery' ? Math.min(due, unsettled, trades.bought) : trades.overnight === 0 ? net - selling : 0;
      return { code, product, trades, convertible: Math.max(0, convertible) };
    })
    .filter(({ trades: { bought, sold, overnight } }) => bought + sold + Math.abs(overnight) > 0)
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.product < b.product ? -1 : 1));
}

export const dayPositionHandlers = {
  dayPositions: async (deps, { member, language }) => {
    const all = await readDayPositions(deps, member.userId);
    return done({
      list: all.map(({ code, product, convertible, trades }): DayPositionDto => {
        const lastPaise = BigInt(deps.market.quote(code)?.lastPrice ?? 0);
        const result = dayResult(trades, lastPaise);
        return {
          code,
          name: issuerName({ deps, language }, code),
          product,
          netQuantity: result.quantity,
          overnightQuantity: trades.overnight,
          averagePrice: result.averagePaise === undefined ? null : rupees(result.averagePaise),
          overnightValue: rupees(trades.overnightPaise),
          buyQuantity: trades.bought,
          buyValue: rupees(trades.boughtPaise),
          sellQuantity: trades.sold,
          sellValue: rupees(trades.soldPaise),
          lastPrice: rupees(lastPaise),
          realised: rupees(result.realisedPaise),
          unrealised: rupees(result.unrealisedPaise),
          profit: rupees(result.profitPaise),
          convertible,
        };
      }),
    });
  },
} satisfies HandlersFor<'dayPositions'>;

import type { Due, Movement } from '@khara/broker';
import {
  available,
  brokerage,
  clearing,
  CODES,
  lossesAbsorbed,
  move,
  taxesAndCharges,
  userOwner,
  type Asset,
  type BatchEntry,
  type Line,
  type Source,
} from '#modules/ledger/index.ts';
import { max } from '@khara/money';
import type { Charges } from '@khara/charges';

/*
 * Business events as journal entries; docs/ledger.md explains each. The lines of the user's frozen and free
 * accounts, by which a hold is spent and released, are the ledger's.
 */

/**
 * The first hold of an order: money of a buy, shares of a sale, margin of an intraday order. A change that
 * needs more opens another.
 */
export const holdName = (orderId: bigint): string => `order-${orderId}`;

/** The order whose first hold, or whose own entry, has this name. */
export const orderOfHold = (name: string): bigint => BigInt(name.slice('order-'.length));

/**
 * A fill of an intraday order as the ledger knows it: two orders of one member may meet in an auction, and
 * each has its own result.
 */
const marginRef = (marketDay: number, { tradeNo, order }: { tradeNo: number; order: { id: bigint } }): string =>
  `${tradeId(marketDay, tradeNo)}-${order.id}`;

/** A trade as the ledger knows it. The two sides of a trade between members share it. */
export const tradeId = (marketDay: number, tradeNo: number): string => `${marketDay}-${tradeNo}`;

/**
 * Brokerage is the broker's (201); taxes, fees of exchange and depository and their GST are collected for others (202).
 */
export const chargeLines = (charges: Charges): readonly Line[] =>
  [move(brokerage, charges.brokerage), move(taxesAndCharges, charges.total - charges.brokerage)].filter(
    (line) => line.amount !== 0n,
  );

/** The entry of a movement. */
export function toEntry(movement: Movement, batch: { marketDay: number; marketDate: string }): BatchEntry {
  const { order } = movement;
  const hold = order.hold ?? holdName(order.id);
  /** Each release of a hold has its own ref: the last one the hold's name, one before it also its event. */
  const eventRef = (event: number | undefined) => (event === undefined ? hold : `${hold}:${batch.marketDay}-${event}`);
  const asset = toAsset(order);
  const head = { actor: 'system', marketDate: batch.marketDate } as const;
  switch (movement.kind) {
    case 'buy_fill': {
      const { charges, valuePaise, quantity, releasedPaise: released } = movement;
      return {
        ...head,
        kind: 'buy_fill',
        ref: tradeId(batch.marketDay, movement.tradeNo),
        use: { hold, captured: valuePaise + charges.total, released },
        lines: [
          move(clearing(), valuePaise),
          ...chargeLines(charges),
          move(clearing(asset), BigInt(-quantity)),
          move({ owner: userOwner(order.userId), asset, code: CODES.unsettledShares }, BigInt(quantity)),
        ],
      };
    }
    case 'sell_fill': {
      const { charges, valuePaise, quantity } = movement;
      // Where a fill of a share worth less than a rupee costs more than it brings, no member is left with a
      // debt: the platform bears it.
      const absorbed = max(0n, charges.total - valuePaise);
      // The DP charge may take all that a small one brings.
      const brought = valuePaise - charges.total + absorbed;
      return {
        ...head,
        kind: 'sell_fill',
        ref: tradeId(batch.marketDay, movement.tradeNo),
        use: { hold, captured: BigInt(quantity), released: 0n },
        lines: [
          move(clearing(asset), BigInt(quantity)),
          move(clearing(), -valuePaise),
          ...chargeLines(charges),
          ...(absorbed > 0n ? [move(lossesAbsorbed, -absorbed)] : []),
          ...(brought > 0n ? [move(available(order.userId), brought)] : []),
        ],
      };
    }
    case 'order_release':
      return {
        ...head,
        kind: 'order_release',
        ref: eventRef(movement.event),
        use: { hold, captured: 0n, released: movement.paise },
        lines: [],
      };
    case 'sell_release':
      return {
        ...head,
        kind: 'sell_release',
        ref: eventRef(movement.event),
        use: { hold, captured: 0n, released: BigInt(movement.shares) },
        lines: [],
      };
    case 'margin_release':
      return {
        ...head,
        kind: 'margin_release',
        ref: eventRef(movement.event),
        use: { hold, captured: 0n, released: movement.paise },
        lines: [],
      };
    case 'margin': {
      const { of, capturedPaise: captured, grossPaise: gross, charges, absorbedPaise: absorbed } = movement;
      // Below zero: the loss takes what is available, too.
      const rest = captured + gross - charges.total + absorbed;
      return {
        ...head,
        kind: gross === 0n ? 'margin_charge' : 'margin_settle',
        ref: marginRef(batch.marketDay, movement),
        use: { hold: of.hold ?? holdName(of.id), captured, released: 0n },
        lines: [
          ...(gross === 0n ? [] : [move(clearing(), -gross)]),
          ...chargeLines(charges),
          ...(absorbed > 0n ? [move(lossesAbsorbed, -absorbed)] : []),
          ...(rest === 0n ? [] : [move(available(order.userId), rest)]),
        ],
      };
    }
  }
}

/** The trades and the results behind the fills, each once, as the ledger wants them noted before their entries. */
export function listSources(movements: readonly Movement[], marketDay: number): readonly Source[] {
  const trades = new Map<string, Source>();
  for (const movement of movements) {
    if (movement.kind === 'margin' && movement.grossPaise !== 0n) {
      const { grossPaise: gross, order } = movement;
      const id = marginRef(marketDay, movement);
      const owner = userOwner(order.userId);
      const amount = gross < 0n ? -gross : gross;
      trades.set(id, { type: 'margin_result', id, purpose: 'margin_settle', owner, asset: 'INR', amount });
    }
    if (movement.kind !== 'buy_fill' && movement.kind !== 'sell_fill') continue;
    const id = tradeId(marketDay, movement.tradeNo);
    const { order, quantity, valuePaise } = movement;
    trades.set(id, { type: 'trade', id, asset: toAsset(order), amount: BigInt(quantity), valuePaise });
  }
  return [...trades.values()];
}

/** Shares of a due that settle move from "bought and not yet settled" to "free". */
export const settleEntry = (
  due: Pick<Due, 'userId' | 'asset' | 'settlesOn' | 'settled'>,
  shares: number,
  marketDate: string,
): BatchEntry => {
  const { userId, settlesOn, settled } = due;
  const asset = toAsset(due);
  const account = { owner: userOwner(userId), asset };
  return {
    kind: 'settle',
    ref: `${settlesOn}/${userId}/${asset.slice(3)}/${settled}`,
    actor: 'system',
    marketDate,
    lines: [
      move({ ...account, code: CODES.unsettledShares }, BigInt(-shares)),
      move({ ...account, code: CODES.freeShares }, BigInt(shares)),
    ],
  };
};

/** The asset that an order's row names: `EQ:<isin>`, as the market's instruments have it. */
export function toAsset({ asset }: { readonly asset: string }): Asset {
  if (!asset.startsWith('EQ:')) throw new Error(`${asset} is no share`);
  return asset as `EQ:${string}`; // a boundary: the column is text, the line above looked
}

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
import type { Movement } from './settlement.ts';

/*
 * Business events as journal entries; docs/ledger.md explains each. The lines of the user's frozen and free accounts, by which a hold is
 * spent and released, are the ledger's.
 */

/** The hold of an order: money of a buy, shares of a sale. */
export const holdOf = (orderId: bigint): string => `order-${orderId}`;

/** A trade as the ledger knows it. The two sides of a trade between members share it. */
export const tradeId = (marketDay: number, tradeNo: number): string => `${marketDay}-${tradeNo}`;

/** Brokerage is the broker's (201); taxes, fees of exchange and depository and their GST are collected for others (202). */
const chargeLines = (charges: Charges): readonly Line[] =>
  [move(brokerage, charges.brokerage), move(taxesAndCharges, charges.total - charges.brokerage)].filter(
    (line) => line.amount !== 0n,
  );

/** The entry of a movement. */
export function entryOf(movement: Movement, batch: { marketDay: number; marketDate: string }): BatchEntry {
  const { order } = movement;
  const hold = holdOf(order.id);
  const asset = assetOf(order);
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
      // Where a fill of a share worth less than a rupee costs more than it brings, nobody is left with a debt: the platform bears it.
      const absorbed = max(0n, charges.total - valuePaise);
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
          move(available(order.userId), valuePaise - charges.total + absorbed),
        ],
      };
    }
    case 'order_release':
      return {
        ...head,
        kind: 'order_release',
        ref: hold,
        use: { hold, captured: 0n, released: movement.paise },
        lines: [],
      };
    case 'sell_release':
      return {
        ...head,
        kind: 'sell_release',
        ref: hold,
        use: { hold, captured: 0n, released: BigInt(movement.shares) },
        lines: [],
      };
  }
}

/** The trades behind the fills, each once, as the ledger wants them noted before their entries. */
export function sourcesOf(movements: readonly Movement[], marketDay: number): readonly Source[] {
  const trades = new Map<string, Source>();
  for (const movement of movements) {
    if (movement.kind !== 'buy_fill' && movement.kind !== 'sell_fill') continue;
    const id = tradeId(marketDay, movement.tradeNo);
    const { order, quantity, valuePaise } = movement;
    trades.set(id, { type: 'trade', id, asset: assetOf(order), amount: BigInt(quantity), valuePaise });
  }
  return [...trades.values()];
}

/** Shares that settle move from "bought and not yet settled" to "free". */
export const settleEntry = (
  due: { readonly userId: string; readonly asset: string; readonly shares: number; readonly ref: string },
  marketDate: string,
): BatchEntry => {
  const account = { owner: userOwner(due.userId), asset: assetOf(due) };
  return {
    kind: 'settle',
    ref: due.ref,
    actor: 'system',
    marketDate,
    lines: [
      move({ ...account, code: CODES.unsettledShares }, BigInt(-due.shares)),
      move({ ...account, code: CODES.freeShares }, BigInt(due.shares)),
    ],
  };
};

/** The asset that an order's row names: `EQ:<isin>`, as the market's instruments have it. */
export function assetOf({ asset }: { readonly asset: string }): Asset {
  if (!asset.startsWith('EQ:')) throw new Error(`${asset} is no share`);
  return asset as `EQ:${string}`; // a boundary: the column is text, the line above looked
}

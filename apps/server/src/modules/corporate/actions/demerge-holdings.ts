import { demergeLots, type DemergedLots } from '@khara/rules';
import type { Tx } from '#src/ports/database.ts';
import { makeLots } from '#modules/portfolio/index.ts';
import * as store from './demerger-store.ts';

/**
 * The part of a holding's cost that the company publishes goes over to the new shares, lot by lot, with the date of the
 * old ones. What belongs to a part of a share is kept apart, until that is paid for.
 */
export async function demergeHoldings(tx: Tx, batch: store.DemergedBatch): Promise<void> {
  const { heldAsset, given } = batch;
  const userIds = given.map(({ holder }) => holder.userId);
  await makeLots(tx, userIds);
  const positions = await store.readPositions(
    tx,
    given.map(({ holder }) => holder.positionId),
  );
  const lots = Map.groupBy(await store.readLots(tx, heldAsset, userIds), ({ userId }) => userId);
  const holdings = positions.map((position) => demergeHolding(position, lots.get(position.userId) ?? [], batch));
  await store.writePositions(tx, batch, holdings);
  await store.writeLots(tx, batch, holdings);
  await store.keepHoldings(tx, batch, holdings);
}

function demergeHolding(
  position: store.HeldPosition,
  all: readonly store.HeldLot[],
  { terms }: store.DemergedBatch,
): store.DemergedHolding {
  const held = all.filter(({ remaining }) => remaining > 0n);
  const shares = held.reduce((sum, { remaining }) => sum + Number(remaining), 0);
  if (shares !== position.quantity)
    throw new Error(`position ${position.id} has ${position.quantity} shares, and its lots ${shares}`);
  const over = (amountOf: (lot: store.HeldLot) => bigint): DemergedLots =>
    demergeLots(
      held.map((lot) => ({ quantity: Number(lot.remaining), cost: amountOf(lot) })),
      terms,
    );
  const cost = over((lot) => lot.costPaise);
  const charges = over((lot) => lot.chargesPaise);
  const stt = over((lot) => lot.sttPaise);
  const sumMoved = (amountOf: (lot: store.HeldLot) => bigint, { oldCosts }: DemergedLots): bigint =>
    held.reduce((sum, lot, at) => sum + amountOf(lot) - oldCosts[at]!, 0n);
  return {
    position,
    added: cost.newLots.reduce((sum, { quantity }) => sum + quantity, 0),
    moved: {
      cost: sumMoved((lot) => lot.costPaise, cost),
      charges: sumMoved((lot) => lot.chargesPaise, charges),
    },
    lots: held.map((of, at) => ({
      of,
      left: { cost: cost.oldCosts[at]!, charges: charges.oldCosts[at]!, stt: stt.oldCosts[at]! },
      quantity: cost.newLots[at]!.quantity,
      made: { cost: cost.newLots[at]!.cost, charges: charges.newLots[at]!.cost, stt: stt.newLots[at]!.cost },
    })),
    part: {
      parts: cost.fraction.parts,
      cost: cost.fraction.cost,
      charges: charges.fraction.cost,
      stt: stt.fraction.cost,
      acquiredOn: held.at(-1)!.acquiredOn,
    },
  };
}

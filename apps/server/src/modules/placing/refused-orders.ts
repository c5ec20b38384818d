import { type Side, toTerms } from '@khara/broker';
import assert from 'node:assert/strict';
import type { Body, Refusal } from '@khara/contract';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { paramsIn } from '#src/kernel/refusal-words.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import type { ChangeOf } from '#src/ports/pushes.ts';
import {
  wordOrder,
  type WordedOrder,
  findRefusedRequest,
  insertRefused,
  refusedById,
  forgetRefused,
} from '#modules/orders/index.ts';
import { asStop } from '#modules/own-limits/index.ts';
import { inShares } from './order-lots.ts';
import { toRequest } from './place-order.ts';
import { DAY_MS } from '@khara/rules';

/** How long a refused order stands beside the others, in real ms. */
const KEPT_MS = 90 * DAY_MS;

/** A request of a program to place an order of a share, as the contract read it: quantities in lots. */
type ProgramOrder = { readonly side: Side; readonly code: string; readonly body: Body<'placeSellOrder'> };

const CALLS = { buy: 'placeBuyOrder', sell: 'placeSellOrder' } as const;

function requestIn(deps: Deps, caller: MemberCaller, { side, code, body }: ProgramOrder) {
  const { positionId: _none, ...own } = inShares(deps, body);
  return { ...toRequest(caller, { side, call: CALLS[side], code }, own), side };
}

/**
 * The refused order of the same request, by its id, so that a repeat is answered as the first time. Refuses:
 * request_id_reused.
 */
export async function earlierRefused(
  deps: Deps,
  caller: MemberCaller,
  order: ProgramOrder,
): Promise<Result<string | undefined, 'request_id_reused'>> {
  const known = await findRefusedRequest(deps.db, requestIn(deps, caller, order));
  if (known && !known.isSame) return refuse('request_id_reused', { field: 'requestId' });
  return done(known && String(known.id));
}

/**
 * Keeps a program's order that was refused, as clients of the Kite Connect v3 API expect: it has an id, its only
 * state is `rejected`, and it moves nothing. Answers the id. Refuses: request_id_reused.
 */
export async function keepRefused(
  deps: Deps,
  caller: MemberCaller,
  order: ProgramOrder,
  { refused: reason, details }: Refused<Refusal>,
): Promise<Result<string, 'request_id_reused'>> {
  const { market, clock, db, pushes } = deps;
  const { program } = caller;
  const instrument = market.instrument(order.code);
  assert(program && instrument?.asset, 'a program names a share');
  const request = requestIn(deps, caller, order);
  const terms = toTerms(order.side, inShares(deps, order.body));
  const { marketDate, marketTime } = market.now();
  const lastPaise = BigInt(market.quote(instrument.code)?.lastPrice ?? 0);
  const refused = {
    ...request,
    ...terms,
    code: instrument.code,
    asset: instrument.asset,
    pricePaise: terms.pricePaise ?? lastPaise,
    marketDate,
    marketTime,
    at: clock.now(),
    reason,
    ownLimit: asStop(reason) && paramsIn(details),
    keyId: program.keyId,
    tag: program.tag,
  };
  const kept = await db.transaction((tx) => insertRefused(tx, refused));
  if (kept) {
    pushes.changed([
      {
        userId: kept.userId,
        kind: 'refused_order',
        program: program.keyId,
        id: String(kept.id),
        version: refused.at,
        changed: ['rejected'],
      },
    ]);
    return done(String(kept.id));
  }
  const known = await earlierRefused(deps, caller, order);
  if (known.refused !== undefined) return known;
  assert(known.value !== undefined, 'what is in the way of a refused order is one of the same request');
  return done(known.value);
}

/** Refused orders for the programs of their members. */
export async function wordRefusedOrders(
  deps: Pick<Deps, 'db' | 'market'>,
  changes: readonly ChangeOf<'refused_order'>[],
): Promise<readonly WordedOrder[]> {
  if (changes.length === 0) return [];
  const orders = await refusedById(
    deps.db,
    changes.map(({ id }) => BigInt(id)),
  );
  return orders.map((order) => wordOrder(deps, order));
}

/** Forgets orders that were refused 90 days ago. */
export const purgeRefused = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> =>
  forgetRefused(db, clock.now() - KEPT_MS);

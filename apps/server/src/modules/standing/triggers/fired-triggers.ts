import { asPrice, rupees } from '@khara/money';
import { roundToTick } from '@khara/rules';
import { raiseFrontier } from '#modules/market/index.ts';
import { notify, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { paramsIn } from '#src/kernel/refusal-words.ts';
import type { Refused } from '#src/kernel/result.ts';
import type { SettlementPort, TriggerPort } from '#src/ports/exchange.ts';
import { sendNotices } from '#modules/orders/index.ts';
import type { OrderRuns } from '../baskets/order-runs.ts';
import { answerOfRequest, type Desk, findShare, marketLot, placeAllowed, saleTerms } from '#modules/placing/index.ts';
import { asStop } from '#modules/own-limits/index.ts';
import { findPosition } from '#modules/portfolio/index.ts';
import { pageOfTriggers } from './end-triggers.ts';
import { legConditions, triggerRequestId, toWatched, type PriceTrigger } from './price-trigger.ts';
import * as store from './trigger-store.ts';

type FiredDeps = Deps & { readonly desk: Desk };
type Outcome =
  | { readonly orderId: bigint }
  | { readonly reason: string; readonly details?: Refused<string>['details'] };

/** Orders asked for at a time: the desk places those of different members in one commit. */
const BATCH_SIZE = 64;

/** What the venue asks of orders that wait, beside what it asks of orders. */
export const withWaiting = (
  settlement: Omit<SettlementPort, keyof TriggerPort>,
  deps: Pick<Deps, 'db' | 'clock'> & { readonly fired: FiredTriggers; readonly runs: OrderRuns },
): SettlementPort => ({
  ...settlement,
  waitingTriggers: async () => (await store.openTriggers(deps.db, 'waiting')).map(toWatched),
  fireTriggers: (reached, { marketTime, step }, by) =>
    deps.db.transaction(async (tx) => {
      await raiseFrontier(tx, by, step);
      return store.fire(tx, reached, { at: deps.clock.now(), marketTime });
    }),
  placeFired: () => {
    deps.fired.placeAll();
    deps.runs.placeAll();
  },
});

/**
 * Gives triggers that have fired their orders. Firing was durable before, and the order is asked for by one request of
 * the trigger: whatever ends in between, it is asked again, and there is one order of it.
 */
export class FiredTriggers {
  readonly #deps: FiredDeps;
  #running: Promise<void> | undefined;
  #isAsked = false;
  readonly #told = new Set<bigint>();

  constructor(deps: FiredDeps) {
    this.#deps = deps;
  }

  /** Asks for the orders of all that have fired, in the background. */
  placeAll(): void {
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when nothing is being asked for. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      try {
        const fired = await this.#asLogged(await store.openTriggers(this.#deps.db, 'firing'));
        for (let from = 0; from < fired.length; from += BATCH_SIZE)
          await Promise.all(fired.slice(from, from + BATCH_SIZE).map((trigger) => this.#place(trigger)));
      } catch (error) {
        // They are asked for again: `tendTriggers`.
        this.#deps.log.warn({ err: error }, 'orders of triggers could not be placed yet');
      }
    }
  }

  /** One that no server has fired, or that its member did not set so, gets no order. */
  async #asLogged(found: readonly PriceTrigger[]): Promise<readonly PriceTrigger[]> {
    const recorded = await store.recordedOnes(this.#deps.db, found);
    for (const trigger of found) {
      if (recorded.includes(trigger) || this.#told.has(trigger.id)) continue;
      this.#told.add(trigger.id);
      this.#deps.log.error({ trigger: String(trigger.id) }, 'a trigger has fired that is not what the log says');
    }
    return recorded;
  }

  async #place(trigger: PriceTrigger): Promise<void> {
    const outcome = (await readAnswer(this.#deps, trigger)) ?? (await placeOrder(this.#deps, trigger));
    const at = this.#deps.clock.now();
    const sent = await this.#deps.db.transaction(async (tx) =>
      (await store.noteOutcome(tx, trigger.id, outcome, at))
        ? [await notify(tx, firedNotice(trigger, outcome, at))]
        : [],
    );
    sendNotices(this.#deps, sent);
  }
}

const readAnswer = ({ db }: Pick<Deps, 'db'>, { userId, id }: PriceTrigger): Promise<Outcome | undefined> =>
  answerOfRequest(db, userId, triggerRequestId(db.ownKeys(), id));

/** Places the limit order of a trigger that has fired. */
async function placeOrder(deps: FiredDeps, trigger: PriceTrigger): Promise<Outcome> {
  const { id, code, side, product, legs, firedSide, positionId } = trigger;
  const leg = legs[firedSide!]!; // a trigger that has fired has the leg that did
  const left = positionId === undefined ? undefined : await findPosition(deps.db, trigger.userId, { id: positionId });
  if (positionId !== undefined && left?.state !== 'in_position') return { reason: 'unknown_position' };
  // Of a position no more is closed than there is by now.
  const most = left ? Math.min(trigger.quantity, Math.abs(left.quantity)) : trigger.quantity;
  const share = findShare(deps, code);
  const closes = left !== undefined;
  const { sellsAll } = await saleTerms(deps, trigger.userId, { side, product, quantity: most }, { share, closes });
  // A purchase or a bonus may have made the holding larger since: then whole market lots are sold of it.
  const odd = sellsAll ? 0 : most % marketLot(share);
  const quantity = odd < most ? most - odd : most;
  const result = await placeAllowed(
    deps,
    trigger,
    {
      type: 'limit',
      product,
      validity: 'day',
      quantity,
      price: limitNow(deps, trigger, leg.limitPaise),
      requestId: triggerRequestId(deps.db.ownKeys(), id),
      ...(side === 'sell' && positionId !== undefined && { positionId: String(positionId) }),
    },
    { side, code },
  );
  if (result.refused === undefined) return { orderId: BigInt(result.value.id) };
  // Another try was answered first.
  if (result.refused === 'request_id_reused') return (await readAnswer(deps, trigger))!;
  return { reason: result.refused, ...(result.details && { details: result.details }) };
}

/**
 * The limit, on a tick that has changed since, and no further than limit price protection lets an order reach, as of a
 * stop: never worse for its owner.
 */
function limitNow(
  { market }: Pick<FiredDeps, 'market'>,
  { code, side }: Pick<PriceTrigger, 'code' | 'side'>,
  paise: bigint,
): bigint {
  const tick = market.instrument(code)?.tick ?? 1;
  const { lower, upper } = market.protectedRange(code) ?? { lower: tick, upper: Infinity };
  const limit = asPrice(paise);
  return BigInt(
    Math.max(
      tick,
      side === 'buy'
        ? roundToTick(Math.min(limit, upper), tick, 'down')
        : roundToTick(Math.max(limit, lower), tick, 'up'),
    ),
  );
}

function firedNotice(trigger: PriceTrigger, outcome: Outcome, at: number): NoticeToSend {
  const { id, userId, code, quantity, legs, firedSide } = trigger;
  const { triggerPaise, limitPaise } = legs[firedSide!]!;
  const isPair = legConditions(trigger).length === 2;
  const stop = 'reason' in outcome ? asStop(outcome.reason) : undefined;
  return {
    userId,
    category: 'transaction',
    key: stop ? 'triggerStopped' : 'reason' in outcome ? 'triggerFailed' : isPair ? 'pairFired' : 'triggerFired',
    params: {
      ...('reason' in outcome && stop && { ...paramsIn(outcome.details), refusal: stop }),
      code,
      quantity,
      trigger: rupees(triggerPaise),
      price: rupees(limitPaise),
    },
    link: pageOfTriggers(id),
    about: `trigger:${id}`,
    at,
  };
}

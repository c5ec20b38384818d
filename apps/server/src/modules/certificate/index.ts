import { BLOCKING_RULES, type Data } from '@khara/contract';
import { ratesSince } from '@khara/charges';
import { RULES_VERSION, standingAt, THRESHOLD } from '@khara/credit';
import { hex } from '@khara/proof';
import { logKeyNow } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import * as store from './store.ts';

/**
 * The certificate: what can be known of this installation, in a fixed shape with live figures. There is
 * nothing in it that could be edited: no text, no picture, no seal. docs/decisions/ says why.
 */
async function certificate({ db, clock, config, keys, market, webVersion }: Deps): Promise<Data<'certificate'>> {
  const now = clock.now();
  const [logKey, checkpoint, seedHash, waiting, blocked, stops] = await Promise.all([
    logKeyNow(db, keys.log),
    store.newestCheckpoint(db),
    store.seedHashOfDay(db),
    store.waitingWithdrawals(db, now),
    blockedAccounts({ db }, now),
    store.stopsOfBooks(db),
  ]);
  return {
    mode: 'practice',
    registration: null,
    build: webVersion(),
    at: now,
    log: {
      ...logKey,
      checkpoint: checkpoint ? { size: Number(checkpoint.size), root: hex(checkpoint.root), at: checkpoint.at } : null,
    },
    entropy: config.DRAW_ENTROPY,
    seeds: { fixed: config.MARKET_SEED ?? null, dayHash: seedHash ? hex(seedHash) : null },
    versions: { fees: ratesSince(market.now().marketDate), score: RULES_VERSION },
    withdrawals: {
      waiting: Number(waiting.waiting),
      medianAgeMs: waiting.medianAgeMs ?? null,
      oldestAgeMs: waiting.oldestAgeMs ?? null,
      blocked,
    },
    books: {
      stopped: stops.some((stop) => stop.resumedAt === undefined),
      stops: stops.map((stop) => ({
        check: stop.checkName,
        at: stop.at,
        resumedAt: stop.resumedAt ?? null,
      })),
    },
  };
}

/**
 * By rule, how many accounts it keeps from withdrawing now: those below the threshold, at each rule that took
 * points from them.
 */
async function blockedAccounts(
  { db }: Pick<Deps, 'db'>,
  now: number,
): Promise<Data<'certificate'>['withdrawals']['blocked']> {
  const [events, afterReset] = await Promise.all([store.eventsInForce(db, now), store.waitingAfterReset(db, now)]);
  const counts = new Map<string, number>([['transaction_password_reset', afterReset]]);
  for (const [, own] of Map.groupBy(events, ({ memberId: member }) => member)) {
    const score = standingAt(own, now).score;
    if (score >= THRESHOLD) continue;
    for (const rule of new Set(own.map((event) => event.rule))) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return BLOCKING_RULES.map((rule) => ({ rule, accounts: counts.get(rule) ?? 0 })).filter(
    ({ accounts }) => accounts > 0,
  );
}

export const handlers = {
  certificate: async (deps) => done(await certificate(deps)),
} satisfies HandlersFor<'certificate'>;

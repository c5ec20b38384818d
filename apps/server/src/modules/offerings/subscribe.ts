import { whoHash } from '@khara/lottery';
import { applicationId } from '@khara/offerings';
import type { Body, Data, Language, OwnLimitRefusal, RefusalsOf } from '@khara/contract';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { stoppedPurchase, withinLimits } from '#modules/own-limits/index.ts';
import { lockUsableMoney } from '#modules/portfolio/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import { enterKey } from './access-keys.ts';
import { presentApplication } from './present-offering.ts';
import { notifyApplicant } from './application-notices.ts';
import {
  claimRequest,
  findEarlier,
  keepAnswer,
  keepRefusal,
  type EarlierRequest,
  type RequestKey,
} from './application-request-store.ts';
import type { Application, Offering } from './offering.ts';
import { listAmounts, lotsLeft, whyNotLots } from './application-rules.ts';
import * as store from './offering-store.ts';

type Answer = Data<'subscribe'>;
type Refusal = Exclude<RefusalsOf<'subscribe'>, 'request_in_progress'>;

/**
 * Applies for lots. The offering's row is locked while the application gets its number and its money is
 * blocked, so that the list is complete when it is frozen, and a block is never oversold. A repeated
 * requestId is answered as the first time.
 *
 * Refuses, in this order: the transaction password; request_id_reused; unknown_offering; offering_not_open;
 * the access key; the lots; already_subscribed; lots_not_left (`left`); of a block a limit of the
 * member's own; insufficient_funds, of which money of the day's sales that buys nothing yet is no part.
 */
export async function subscribe(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'subscribe'>,
): Promise<Result<Answer, Refusal>> {
  const { member, language } = caller;
  const { userId } = member;
  const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { id, lots, requestId } = body;
  const request: RequestKey = { userId, call: 'subscribe', requestId, hash: requestHash({ id, lots }) };
  const earlier = await findEarlier(deps.db, request);
  if (earlier) return repeatedAnswer(deps, language, earlier);

  const offering = await store.offeringById(deps.db, id);
  if (!offering) return refuse('unknown_offering', { field: 'id' });
  const now = deps.clock.now();
  if (!takesApplications(offering, now)) return refuse('offering_not_open', { field: 'id' });
  const key = await enterKey(deps, userId, offering, body.accessKey);
  if (key.refused !== undefined) return key;
  const wrongLots = whyNotLots(offering, lots);
  if (wrongLots) return wrongLots;

  const applied = await withinLimits(deps, userId, () =>
    deps.db.transaction((tx) => apply(deps, tx, { request, offering, lots, language })),
  );
  if (applied === 'copy') {
    const first = await findEarlier(deps.db, request);
    if (!first) throw new Error('a request that was in the way is gone');
    return repeatedAnswer(deps, language, first);
  }
  if (applied.refused !== undefined) {
    // The ledger's refusal ends the transaction with everything in it, so it is kept by itself.
    if (applied.refused === 'insufficient_funds') {
      await keepRefusal(deps.db, request, applied.refused, undefined, now);
    }
    return applied;
  }
  deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  return done(await presentAnswer(deps, language, applied.value));
}

export const takesApplications = (offering: Offering, now: number): boolean =>
  offering.state === 'in_progress' && now < (offering.closesAt ?? 0);

type SubscriptionResult = Result<
  RequestAnswer,
  'offering_not_open' | 'already_subscribed' | 'lots_not_left' | OwnLimitRefusal | 'insufficient_funds'
>;

async function apply(
  deps: Deps,
  tx: Tx,
  of: {
    readonly request: RequestKey;
    readonly offering: Offering;
    readonly lots: number;
    readonly language: Language;
  },
): Promise<SubscriptionResult | 'copy'> {
  const { request, lots, language } = of;
  const { userId, requestId } = request;
  const now = deps.clock.now();
  if (!(await claimRequest(tx, request, now))) return 'copy';
  const refusing = async <R extends Refusal>(refused: Refused<R>): Promise<Refused<R>> => {
    await keepRefusal(tx, request, refused.refused, refused.details, now);
    return refused;
  };
  const offering = await store.lockAsRecorded(tx, of.offering.id);
  if (!offering || !takesApplications(offering, now)) return refusing(refuse('offering_not_open', { field: 'id' }));
  if (offering.kind === 'block') {
    const left = lotsLeft(offering);
    if (lots > left) return refusing(refuse('lots_not_left', { field: 'lots', details: { left } }));
  } else if ((await store.applicationsTo(tx, userId, [offering.id])).length > 0) {
    return refusing(refuse('already_subscribed', { field: 'id' }));
  }

  const { marketDate } = deps.market.now();
  const { amountPaise, charges, holdPaise } = listAmounts(offering, lots);
  if (offering.kind === 'block') {
    const stopped = await stoppedPurchase({ ...deps, db: tx }, userId, amountPaise);
    if (stopped) return refusing(stopped);
  }
  const { usablePaise } = await lockUsableMoney(tx, userId, marketDate);
  if (holdPaise > usablePaise) return refusing(refuse('insufficient_funds'));
  const id = applicationId(offering.id, offering.nextNumber);
  const holdId = `apply-${id}-0`;
  const held = await holdMoney(tx, { userId, holdId, amount: holdPaise, marketDate });
  if (held.refused !== undefined) return refuse(held.refused);
  await tx.query(
    'offerings.take_number',
    `UPDATE offerings.offering SET next_number = next_number + 1, applications = applications + 1, lots = lots + $2 WHERE id = $1`,
    [offering.id, lots],
  );
  const [application] = await tx.query<Application>(
    'offerings.insert_application',
    `INSERT INTO offerings.application (id, offering_id, kind, number, user_id, request_id, who, lots, price_paise, amount_paise, held_paise, hold_id,
       at_ms, market_date, updated_ms, charges_paise, charges_stt_paise)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13, $15, $16) RETURNING *`,
    [
      id,
      offering.id,
      offering.kind,
      offering.nextNumber,
      userId,
      requestId,
      whoHash(userId, requestId),
      lots,
      offering.pricePaise,
      amountPaise,
      holdPaise,
      holdId,
      now,
      marketDate,
      charges.total,
      charges.stt,
    ],
  );
  if (!application) throw new Error('an application was not written');
  await ledger.recordRow(tx, store.APPLICATIONS, id, 'applied');
  await notifyApplicant(tx, application, offering, { key: 'applicationMade', amount: holdPaise });
  const kept: RequestAnswer = {
    application: presentApplication({ deps, language }, application, offering, 0n),
    entry: { kind: 'apply_hold', ref: holdId },
  };
  await keepAnswer(tx, request, id, kept);
  return done(kept);
}

/** Blocks the money of an application. Refuses: insufficient_funds. */
export async function holdMoney(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly holdId: string;
    readonly amount: bigint;
    readonly marketDate: string;
  },
): Promise<Result<ledger.Receipt, 'insufficient_funds'>> {
  const held = await ledger.openHold(tx, {
    kind: 'apply_hold',
    hold: of.holdId,
    actor: 'user',
    marketDate: of.marketDate,
    owner: ledger.userOwner(of.userId),
    asset: 'INR',
    amount: of.amount,
  });
  if (held.refused === undefined) return held;
  if (held.refused !== 'insufficient_funds') throw new Error(`the ledger refuses a hold for ${held.refused}`);
  return refuse('insufficient_funds');
}

/** What is kept of a first answer: the application as it stood, and the entry that moved its money. */
export type RequestAnswer = {
  readonly application: Data<'subscriptions'>['list'][number];
  readonly entry: { readonly kind: ledger.Kind; readonly ref: string };
};

/**
 * An application as it was answered, in the language asked for now, with the receipt of the entry that moved its money.
 */
export async function presentAnswer(
  deps: Deps,
  language: Language,
  { application, entry }: RequestAnswer,
): Promise<Answer> {
  const [receipt, offering] = await Promise.all([
    ledger.loadReceipt(deps, entry),
    store.offeringById(deps.db, application.offeringId),
  ]);
  return { ...application, name: offering?.names[language] ?? application.name, receipt };
}

/** How a request was answered before. */
export async function repeatedAnswer<R extends string>(
  deps: Deps,
  language: Language,
  earlier: EarlierRequest,
): Promise<Result<Answer, R | 'request_id_reused'>> {
  if (!earlier.isSame) return refuse('request_id_reused', { field: 'requestId' });
  if (earlier.refusal !== undefined) {
    const details = earlier.details ?? undefined;
    // What was kept is one of the call's own refusals: it was refused with it.
    return refuse(earlier.refusal as R, details === undefined ? {} : { details });
  }
  // Written by `keepAnswer` from this very type.
  return done(await presentAnswer(deps, language, earlier.answer as RequestAnswer));
}

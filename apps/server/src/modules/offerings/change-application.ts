import type { Body, Data, RefusalsOf } from '@khara/contract';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { lockUsableMoney } from '#modules/portfolio/index.ts';
import type { Tx } from '#src/ports/database.ts';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import type { Deps, MoneyHolder } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { presentApplication } from './present-offering.ts';
import { notifyApplicant } from './application-notices.ts';
import { claimRequest, findEarlier, keepAnswer, keepRefusal, type RequestKey } from './application-request-store.ts';
import type { Application, Offering } from './offering.ts';
import { listAmounts, whyNotLots } from './application-rules.ts';
import { presentAnswer, holdMoney, repeatedAnswer, takesApplications, type RequestAnswer } from './subscribe.ts';
import * as store from './offering-store.ts';

/** Releases what an application blocks, by an entry whose ref says why it is another than the first. */
export async function releaseBlockedMoney(
  tx: Tx,
  application: Pick<Application, 'holdId'>,
  of: { readonly actor: 'user' | 'system'; readonly marketDate: string; readonly ref?: string },
): Promise<string> {
  const ref = of.ref ?? application.holdId;
  const released = await ledger.releaseHold(tx, {
    kind: 'apply_release',
    ref,
    actor: of.actor,
    marketDate: of.marketDate,
    hold: application.holdId,
  });
  if (released.refused !== undefined) throw new Error(`the ledger refuses a release for ${released.refused}`);
  return ref;
}

type ChangeResult = Result<
  RequestAnswer,
  | 'unknown_application'
  | 'application_final'
  | 'lots_below_minimum'
  | 'lots_above_maximum'
  | 'lots_invalid'
  | 'insufficient_funds'
>;

/**
 * Changes the lots of an application: everything blocked is released and the new amount blocked in one
 * transaction. Its id, its place and its commitment stay. Refuses, in this order: the transaction password;
 * request_id_reused; unknown_application; application_final (closed, a block, an SME issue, whose quantity is
 * fixed); the lots; insufficient_funds.
 */
export async function reviseSubscription(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'reviseSubscription'>,
): Promise<Result<Data<'reviseSubscription'>, Exclude<RefusalsOf<'reviseSubscription'>, 'request_in_progress'>>> {
  const { member, language } = caller;
  const { userId } = member;
  const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { id, lots, requestId } = body;
  const request: RequestKey = { userId, call: 'reviseSubscription', requestId, hash: requestHash({ id, lots }) };
  const earlier = await findEarlier(deps.db, request);
  if (earlier) return repeatedAnswer(deps, language, earlier);
  const now = deps.clock.now();

  const revised = await deps.db.transaction(async (tx): Promise<ChangeResult | 'copy'> => {
    if (!(await claimRequest(tx, request, now))) return 'copy';
    const refusing = async <R extends Exclude<ChangeResult['refused'], undefined>>(
      refused: R,
      field: string,
      details?: object,
    ) => {
      const kept = details === undefined ? undefined : { ...details };
      await keepRefusal(tx, request, refused, kept, now);
      return refuse(refused, { field, ...(kept === undefined ? {} : { details: kept }) });
    };
    const application = await store.lockApplication(tx, userId, id);
    if (!application) return refusing('unknown_application', 'id');
    const offering = await store.lockAsRecorded(tx, application.offeringId);
    if (!offering || !isChangeable(application, offering, now) || offering.minLots === offering.maxLots) {
      return refusing('application_final', 'id');
    }
    const wrong = whyNotLots(offering, lots);
    if (wrong) return refusing(wrong.refused, 'lots', wrong.details);

    const { marketDate } = deps.market.now();
    const { amountPaise, charges, holdPaise } = listAmounts(offering, lots);
    const { usablePaise } = await lockUsableMoney(tx, userId, marketDate);
    if (holdPaise - application.heldPaise > usablePaise) return refusing('insufficient_funds', 'lots');
    const revision = application.revision + 1;
    const holdId = `apply-${id}-${revision}`;
    await releaseBlockedMoney(tx, application, { actor: 'user', marketDate });
    const held = await holdMoney(tx, { userId, holdId, amount: holdPaise, marketDate });
    if (held.refused !== undefined) return refuse(held.refused);
    await tx.query('offerings.revise_lots', 'UPDATE offerings.offering SET lots = lots + $2 WHERE id = $1', [
      offering.id,
      lots - application.lots,
    ]);
    const row = await store.changeApplication(tx, id, 'revised', () =>
      tx.query<Application>(
        'offerings.revise_application',
        `UPDATE offerings.application SET lots = $2, amount_paise = $3, held_paise = $4, hold_id = $5, revision = $6, updated_ms = $7,
           charges_paise = $8, charges_stt_paise = $9 WHERE id = $1 RETURNING *`,
        [id, lots, amountPaise, holdPaise, holdId, revision, now, charges.total, charges.stt],
      ),
    );
    await notifyApplicant(tx, row, offering, { key: 'applicationRevised', amount: holdPaise });
    const kept: RequestAnswer = {
      application: presentApplication({ deps, language }, row, offering, 0n),
      entry: { kind: 'apply_hold', ref: holdId },
    };
    await keepAnswer(tx, request, id, kept);
    return done(kept);
  });
  if (revised === 'copy') {
    const first = await findEarlier(deps.db, request);
    if (!first) throw new Error('a request that was in the way is gone');
    return repeatedAnswer(deps, language, first);
  }
  if (revised.refused !== undefined) {
    if (revised.refused === 'insufficient_funds') await keepRefusal(deps.db, request, revised.refused, undefined, now);
    return revised;
  }
  deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  return done(await presentAnswer(deps, language, revised.value));
}

const isChangeable = (application: Application, offering: Offering, now: number): boolean =>
  offering.kind !== 'block' && takesApplications(offering, now) && application.state === 'subscribed';

/**
 * Takes an application back and releases everything. A second time answers with the application as it is.
 * Refuses, in this order: the transaction password, unknown_application, application_final (closed, a block,
 * an SME issue: docs/sources.md I10).
 */
export async function cancelSubscription(
  deps: Deps,
  { member, language }: MemberCaller,
  { id, transactionPassword }: Body<'cancelSubscription'>,
): Promise<Result<Data<'cancelSubscription'>, RefusalsOf<'cancelSubscription'>>> {
  const allowed = await transactionPasswordCheck(deps, member, transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { userId } = member;
  const now = deps.clock.now();
  const cancelled = await deps.db.transaction(
    async (tx): Promise<Result<RequestAnswer, 'unknown_application' | 'application_final'>> => {
      const application = await store.lockApplication(tx, userId, id);
      if (!application) return refuse('unknown_application', { field: 'id' });
      const offering = await store.lockOffering(tx, application.offeringId);
      if (!offering) throw new Error(`${id} has no offering`);
      const entry = { kind: 'apply_release', ref: application.holdId } as const;
      if (application.state === 'cancelled') {
        return done({ application: presentApplication({ deps, language }, application, offering, 0n), entry });
      }
      if (!isChangeable(application, offering, now) || offering.board === 'sme') {
        return refuse('application_final', { field: 'id' });
      }
      const { row } = await takeBack(tx, deps, { application, offering, actor: 'user' });
      return done({ application: presentApplication({ deps, language }, row, offering, 0n), entry });
    },
  );
  if (cancelled.refused !== undefined) return cancelled;
  deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  return done(await presentAnswer(deps, language, cancelled.value));
}

/** Takes an application out of an open list, and tells its owner. Its row and the offering's are locked. */
async function takeBack(
  tx: Tx,
  { market, clock }: Pick<Deps, 'market' | 'clock'>,
  of: { readonly application: Application; readonly offering: Offering; readonly actor: 'user' | 'system' },
): Promise<{ readonly row: Application; readonly sent: SentNotice }> {
  const { application, offering, actor } = of;
  await releaseBlockedMoney(tx, application, { actor, marketDate: market.now().marketDate });
  await tx.query(
    'offerings.cancel_counts',
    'UPDATE offerings.offering SET lots = lots - $2, applications = applications - 1 WHERE id = $1',
    [offering.id, application.lots],
  );
  const row = await store.changeApplication(tx, application.id, 'cancelled', () =>
    tx.query<Application>(
      'offerings.cancel_application',
      `UPDATE offerings.application SET state = 'cancelled', held_paise = 0, updated_ms = $2 WHERE id = $1 RETURNING *`,
      [application.id, clock.now()],
    ),
  );
  const key = actor === 'user' ? 'applicationCancelled' : 'applicationUnpaid';
  return { row, sent: await notifyApplicant(tx, row, offering, { key, amount: application.heldPaise }) };
}

/** Applications to lists that are still open. A list that is closed is drawn as it is: what is missing then is owed. */
export const openApplications: MoneyHolder = {
  letGo: async (tx, deps, { userId, paise }) => {
    const rows = await tx.query<{ id: string }>(
      'offerings.applications_on_money',
      `SELECT id FROM offerings.application WHERE user_id = $1 AND state = 'subscribed' AND held_paise > 0 ORDER BY serial DESC`,
      [userId],
    );
    let freed = 0n;
    const sent: SentNotice[] = [];
    for (const { id } of rows) {
      if (freed >= paise) break;
      const application = await store.lockApplication(tx, userId, id);
      const offering = application && (await store.lockOffering(tx, application.offeringId));
      if (application?.state !== 'subscribed' || !offering || !takesApplications(offering, deps.clock.now())) continue;
      if (!(await ledger.isRecorded(tx, store.APPLICATIONS, id))) continue;
      sent.push((await takeBack(tx, deps, { application, offering, actor: 'system' })).sent);
      freed += application.heldPaise;
    }
    return { paise: freed, tell: () => announce(deps, ...sent) };
  },
};

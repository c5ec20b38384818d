import type { Data, RefusalsOf } from '@khara/contract';
import { rupees } from '@khara/money';
import { isSigned } from '@khara/offerings';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { announce, notify, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import { lockUsableMoney } from '#modules/portfolio/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { presentApplication } from './present-offering.ts';
import { paidWithCharges } from './offering-charges.ts';
import type { Application, Offering } from './offering.ts';
import { recordsLink } from './records-link.ts';
import * as store from './offering-store.ts';
import { presentAnswer, type RequestAnswer } from './subscribe.ts';

/** The kind of the entry that pays for an allotment. */
const payKind = (offering: Pick<Offering, 'kind'>): 'allot_pay' | 'sign_pay' | 'block_pay' =>
  offering.kind === 'ipo' ? 'allot_pay' : offering.kind === 'block' ? 'block_pay' : 'sign_pay';

type Refusal = RefusalsOf<'signSubscription'>;

/**
 * Signs an allotment: what is blocked is paid to the issue, of a placement together with the unpaid amount.
 * Safe to repeat: a second time says so. Refuses, in this order: transaction_password_required (it is
 * remembered in this session, or not given), unknown_application, already_signed, nothing_allotted,
 * signing_window_over, insufficient_funds.
 */
export async function signSubscription(
  deps: Deps,
  { member, language }: MemberCaller,
  id: string,
): Promise<Result<Data<'signSubscription'>, Refusal>> {
  const allowed = await transactionPasswordCheck(deps, member, undefined);
  if (allowed.refused !== undefined) return refuse('transaction_password_required');
  const { userId } = member;
  const signed = await deps.db.transaction(
    async (tx): Promise<Result<RequestAnswer & { sent: SentNotice }, Refusal>> => {
      const application = await store.lockApplication(tx, userId, id);
      if (!application) return refuse('unknown_application', { field: 'id' });
      const offering = await store.offeringById(tx, application.offeringId);
      if (!offering) throw new Error(`${id} has no offering`);
      if (application.state === 'signed' || !isSigned(offering.kind)) return refuse('already_signed', { field: 'id' });
      if (application.state === 'lapsed') return refuse('signing_window_over', { field: 'id' });
      if (application.state !== 'winning_lots') return refuse('nothing_allotted', { field: 'id' });
      const { marketDate, marketTime } = deps.market.now();
      if (offering.signingMarket !== undefined && marketTime.slice(0, 16) >= offering.signingMarket) {
        return refuse('signing_window_over', { field: 'id' });
      }
      const paid = await payAllotment(tx, application, offering, { actor: 'user', marketDate, now: deps.clock.now() });
      if (paid.refused !== undefined) return paid;
      const sent = await notify(tx, signedNotice(paid.value, offering, deps.clock.now()));
      return done({
        application: presentApplication({ deps, language }, paid.value, offering, 0n),
        entry: { kind: payKind(offering), ref: id },
        sent,
      });
    },
  );
  if (signed.refused !== undefined) return signed;
  deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  announce(deps, signed.value.sent);
  return done(await presentAnswer(deps, language, signed.value));
}

export const signedNotice = (application: Application, offering: Offering, at: number): NoticeToSend => ({
  userId: application.userId,
  category: 'transaction',
  key: isSigned(offering.kind) ? 'allotmentSigned' : 'allotmentPaid',
  params: {
    code: offering.code,
    lots: Math.floor((application.allottedShares ?? 0) / offering.sharesPerLot),
    shares: application.allottedShares ?? 0,
    amount: rupees(paidWithCharges(application)),
    date: offering.listingDate,
  },
  link: recordsLink(offering),
  about: `application:${application.id} signed`,
  at,
});

/**
 * Pays for an allotment and its charges out of what is blocked, the unpaid rest of a placement out of what is
 * usable. The row is locked. Refuses: insufficient_funds, with which the caller ends the transaction.
 */
export async function payAllotment(
  tx: Tx,
  application: Application,
  offering: Offering,
  of: { readonly actor: 'user' | 'system'; readonly marketDate: string; readonly now: number },
): Promise<Result<Application, 'insufficient_funds'>> {
  const { id, userId, allottedShares: shares, costPaise: cost, chargesPaise: charges, heldPaise: held } = application;
  if (shares === undefined || cost === undefined || held > cost + charges)
    throw new Error(`${id} has nothing to pay for`);
  const unpaid = cost + charges - held;
  if (unpaid > 0n && unpaid > (await lockUsableMoney(tx, userId, of.marketDate)).usablePaise)
    return refuse('insufficient_funds');
  await ledger.addSources(tx, of.marketDate, [
    { type: 'allotment', id, asset: offering.asset, amount: BigInt(shares), valuePaise: cost },
  ]);
  const paid = await ledger.captureHold(tx, {
    kind: payKind(offering),
    ref: id,
    actor: of.actor,
    marketDate: of.marketDate,
    hold: application.holdId,
    captured: held,
    released: 0n,
    lines: [
      ...(unpaid > 0n ? [ledger.move(ledger.available(userId), -unpaid)] : []),
      ledger.move(ledger.issueProceeds, cost),
      ...(charges > 0n ? [ledger.move(ledger.taxesAndCharges, charges)] : []),
    ],
  });
  if (paid.refused !== undefined) {
    if (paid.refused !== 'insufficient_funds') throw new Error(`the ledger refuses a payment for ${paid.refused}`);
    return refuse('insufficient_funds');
  }
  await tx.query(
    'offerings.obligation_paid',
    `UPDATE offerings.offering_obligation SET state = 'paid', settled_ms = $2 WHERE application_id = $1 AND state = 'open'`,
    [id, of.now],
  );
  const row = await store.changeApplication(tx, id, 'signed', () =>
    tx.query<Application>(
      'offerings.application_signed',
      `UPDATE offerings.application SET state = 'signed', held_paise = 0, paid_paise = cost_paise, signed_ms = $2, updated_ms = $2 WHERE id = $1 RETURNING *`,
      [id, of.now],
    ),
  );
  return done(row);
}

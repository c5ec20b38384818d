import type { KycReason } from '@khara/contract';
import { membersAfter } from '#modules/accounts/index.ts';
import { publishDecidedArticle, type DecidedArticle } from '#modules/articles/index.ts';
import { applyDecidedText, publishDecidedBanner, type DecidedBanner, type DecidedText } from '#modules/config/index.ts';
import { decideAppeal } from '#modules/credit/index.ts';
import { createOffering, withdrawOffering, type OfferingTerms } from '#modules/offerings/index.ts';
import { decideIdentity, lockApplication } from '#modules/kyc/index.ts';
import { appendRecord } from '#modules/ledger/index.ts';
import { announce, notifyAllMembers, type Announcement, type SentNotice } from '#modules/notices/index.ts';
import { suspendShare } from '#modules/orders/index.ts';
import { decideRecharge, decideWithdrawal } from '#modules/wallet/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './request-store.ts';
import type { RequestRow } from './request-store.ts';

/** The outcome of a request: why it failed, or what to send after the commit. */
type Outcome = { readonly failure: string } | { readonly tell: () => void };

/**
 * Executes the requests that their checkers approved, each in one transaction: its effect, the request's end,
 * the audit, the log's record and the line in the member's access log are there together or not at all. After
 * a run that was cut off the next one finds each request as it was, or done. Answers how many it executed.
 */
export async function executeApprovedRequests(deps: Deps): Promise<number> {
  const failures: unknown[] = [];
  let executed = 0;
  for (const id of await store.approvedRequests(deps.db)) {
    try {
      if (await executeRequest(deps, id)) executed += 1;
    } catch (error) {
      failures.push(error); // the others do not wait for this one
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Approved requests could not be executed');
  return executed;
}

async function executeRequest(deps: Deps, id: bigint): Promise<boolean> {
  const outcome = await deps.db.transaction(async (tx): Promise<Outcome | undefined> => {
    const request = await store.lockRequest(tx, id);
    if (!request) return undefined;
    const outcome = await effect(tx, deps, request);
    const failure = 'failure' in outcome ? outcome.failure : undefined;
    await appendRecord(tx, { type: 'ops.action', ref: `request:${id}`, json: recordOf(request, failure) });
    await store.recordExecution(tx, id, failure, deps.clock.now());
    return outcome;
  });
  if (outcome && 'tell' in outcome) outcome.tell();
  return outcome !== undefined;
}

/** The record of the log: who decided what about what, with the terms of an offering, and no personal data. */
const recordOf = ({ id, action, subject, payload, reason, maker, checker }: RequestRow, failure: string | undefined) =>
  JSON.stringify({
    request: String(id),
    action,
    subject,
    ...(typeof payload['approve'] === 'boolean' ? { approve: payload['approve'] } : {}),
    ...('offering' in payload ? { terms: payload['offering'] } : {}),
    reason,
    maker,
    checker,
    ...(failure === undefined ? {} : { failure }),
  });

async function effect(tx: Tx, deps: Deps, request: RequestRow): Promise<Outcome> {
  const { id, subject, payload, reason, maker, checker } = request;
  if (checker === null) throw new Error(`Request ${id} has no checker`);
  const approve = payload['approve'] === true;
  const decision = { orderNumber: subject, approve, reason, maker, checker };
  switch (request.action) {
    case 'identity.decide': {
      const row = await lockApplication(tx, subject);
      if (!row) return { failure: 'already_decided' };
      const flaw = approve ? undefined : (payload['flaw'] as KycReason); // checked when it was asked for
      return effectWithNotices(deps, await decideIdentity(tx, deps, row, flaw, `request:${id}`));
    }
    case 'recharge.decide':
      return settled(await decideRecharge(tx, deps, decision));
    case 'withdrawal.decide':
      return settled(await decideWithdrawal(tx, deps, decision));
    case 'appeal.decide': {
      const sent = await decideAppeal(tx, deps, { appealId: subject, uphold: approve, reason, maker, checker });
      return sent ? effectWithNotices(deps, [sent]) : { failure: 'already_decided' };
    }
    case 'offering.create': {
      const { market, offerings } = deps;
      // Read when it was asked for.
      const created = await createOffering(tx, { market, offerings }, payload['offering'] as OfferingTerms);
      return created.refused === undefined ? effectWithNotices(deps, []) : { failure: created.refused };
    }
    case 'offering.withdraw': {
      const withdrawn = await withdrawOffering(tx, deps, subject, reason);
      return withdrawn.refused === undefined ? effectWithNotices(deps, []) : { failure: withdrawn.refused };
    }
    case 'announcement.publish': {
      const words = payload['announcement'] as Pick<Announcement, 'texts' | 'link'>; // read when it was asked for
      const announcement = { id: subject, ...words, maker, checker, at: deps.clock.now() };
      const sent = await notifyAllMembers(tx, announcement, await allMemberIds(tx));
      return sent ? effectWithNotices(deps, sent) : { failure: 'already_there' };
    }
    case 'text.change': {
      const { base, texts } = payload['text'] as Pick<DecidedText, 'base' | 'texts'>; // read when it was asked for
      const at = deps.clock.now();
      const version = await applyDecidedText(tx, { id: subject, base, texts, requestId: id, maker, checker, at });
      return version === undefined ? { failure: 'already_there' } : effectWithNotices(deps, []);
    }
    case 'banner.publish': {
      // Read when it was asked for.
      const banner = payload['banner'] as Pick<DecidedBanner, 'image' | 'link' | 'place' | 'shown' | 'texts'>;
      await publishDecidedBanner(tx, { id: subject, ...banner, requestId: id, maker, checker, at: deps.clock.now() });
      return effectWithNotices(deps, []);
    }
    case 'article.publish': {
      // Read when it was asked for.
      const article = payload['article'] as Pick<DecidedArticle, 'category' | 'codes' | 'published' | 'texts'>;
      await publishDecidedArticle(tx, { id: subject, ...article, requestId: id, at: deps.clock.now() });
      return effectWithNotices(deps, []);
    }
    case 'share.suspend': {
      const suspended = await suspendShare(tx, deps, { code: subject, requestId: String(id) });
      if (suspended.refused !== undefined) return { failure: suspended.refused };
      return { tell: suspended.value };
    }
    case 'books.cause':
      await store.recordCause(tx, id);
      return effectWithNotices(deps, []);
    default:
      return request.action satisfies never;
  }
}

const PAGE = 1_000;

/** Ids of all members there are. */
async function allMemberIds(tx: Tx): Promise<readonly string[]> {
  const all: string[] = [];
  for (let page = await membersAfter(tx, '', PAGE); page.length > 0; page = await membersAfter(tx, all.at(-1)!, PAGE))
    all.push(...page);
  return all;
}

const settled = (
  result: { readonly refused: string } | { readonly refused?: undefined; readonly value: () => void },
): Outcome => (result.refused === undefined ? { tell: result.value } : { failure: result.refused });

const effectWithNotices = (deps: Deps, sent: readonly SentNotice[]): Outcome => ({
  tell: () => announce(deps, ...sent),
});

import type { ConsoleBody, ConsoleData, ConsoleRefusals } from '@khara/contract';
import { BANNER_IMAGES, FIXED_TEXTS, fixedTextVersions } from '#modules/config/index.ts';
import { proposeOffering } from '#modules/offerings/index.ts';
import { whyNotSuspended } from '#modules/orders/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { beforeOf, pageOf } from './pages.ts';
import * as store from './request-store.ts';
import type { RequestRow } from './request-store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';
import { whyUnfit, whyUnfitArticle } from './unfit.ts';

/** Shorter is no explanation: the ledger asks for as much. */
const LEAST_CAUSE = 10;

const presentRequest = (row: RequestRow): ConsoleData<'consoleDecide'> => ({
  id: String(row.id),
  action: row.action,
  subject: row.subject,
  payload: { ...row.payload },
  reason: row.reason,
  maker: row.maker,
  at: Number(row.at),
  state: row.state,
  checker: row.checker,
  decidedAt: row.decided_at === null ? null : Number(row.decided_at),
  carriedAt: row.carried_at === null ? null : Number(row.carried_at),
  failure: row.failure,
});

/** What has to be said with an action, and nothing else; undefined when it is missing. */
function payloadOf({ action, payload = {} }: ConsoleBody<'consoleRequest'>): object | undefined {
  const { approve, flaw, cause, offering, announcement, text, banner, article } = payload;
  switch (action) {
    case 'identity.decide':
      if (approve === true && flaw === undefined) return { approve };
      return approve === false && flaw !== undefined ? { approve, flaw } : undefined;
    case 'recharge.decide':
    case 'withdrawal.decide':
    case 'appeal.decide':
      return approve === undefined ? undefined : { approve };
    case 'offering.create':
      return offering && { offering };
    case 'offering.withdraw':
    case 'share.suspend':
      return {};
    case 'announcement.publish':
      return announcement && { announcement };
    case 'text.change':
      return text && { text };
    case 'banner.publish':
      return banner && { banner };
    case 'article.publish':
      return article && { article };
    case 'books.cause':
      return cause !== undefined && cause.trim().length >= LEAST_CAUSE ? { cause: cause.trim() } : undefined;
    default:
      return action satisfies never;
  }
}

/** What a page of an issue shows together: its name in each language, and below it what the company does. */
const readTogether = ({ issue }: NonNullable<NonNullable<ConsoleBody<'consoleRequest'>['payload']>['offering']>) =>
  Object.values(issue?.names ?? {}).map((title) => ({ title, story: issue?.story }));

type RequestRefusal = ConsoleRefusals<'consoleRequest'>;

/**
 * What a request is about. A new offering gets its id here, by the rules of the calendar; an announcement
 * brings its own. Refuses: invalid_input (also a picture that the product does not have, a place out of
 * range), unknown_code, already_there (an offering), not_found (a fixed text), pay_to_details,
 * claims_too_much (texts that members will read), already_there (an announcement; a fixed text that has
 * changed since), unknown_code, not_tradable (a share).
 */
async function subjectOf(
  deps: ConsoleDeps,
  { action, subject, payload = {} }: ConsoleBody<'consoleRequest'>,
): Promise<Result<string, RequestRefusal>> {
  if (action === 'offering.create' && payload.offering) {
    const { db, market, offerings } = deps;
    const proposed = await proposeOffering(db, { market, offerings }, payload.offering);
    if (proposed.refused !== undefined) return proposed;
    return whyUnfit(readTogether(payload.offering), 'payload') ?? done(proposed.value.planned.id);
  }
  if (action === 'announcement.publish') {
    if (!/^[a-z0-9-]{3,64}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    const unfit = whyUnfit(payload.announcement, 'payload');
    if (unfit) return unfit;
    if (await store.isAnnounced(deps.backOffice, subject)) return refuse('already_there', { field: 'subject' });
  }
  if (action === 'text.change' && payload.text) {
    if (!FIXED_TEXTS.includes(subject)) return refuse('not_found', { field: 'subject' });
    const unfit = whyUnfit(payload.text.texts, 'payload');
    if (unfit) return unfit;
    const [newest] = await fixedTextVersions(deps.backOffice, subject);
    if ((newest?.version ?? 0) !== payload.text.base) return refuse('already_there', { field: 'payload' });
  }
  if (action === 'banner.publish' && payload.banner) {
    const { image, place, texts } = payload.banner;
    if (!/^[A-Za-z0-9-]{3,48}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    if (!BANNER_IMAGES.includes(image)) return refuse('invalid_input', { field: 'image' });
    if (place < 1 || place > 99) return refuse('invalid_input', { field: 'place' });
    const unfit = whyUnfit(texts, 'payload');
    if (unfit) return unfit;
  }
  if (action === 'article.publish' && payload.article) {
    if (!/^[a-z0-9-]{3,64}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    const unfit = whyUnfitArticle(payload.article.texts, 'payload');
    if (unfit) return unfit;
  }
  if (action === 'share.suspend') {
    const reason = whyNotSuspended(deps, subject);
    if (reason) return refuse(reason, { field: 'subject' });
  }
  return done(subject);
}

/**
 * Asks for something that needs two. Refuses, in this order: invalid_input (what has to be said with it, or a
 * rule that an offering breaks), what `subjectOf` refuses, not_found, offering_not_open (after its close it
 * cannot be withdrawn), already_requested.
 */
async function request(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  body: ConsoleBody<'consoleRequest'>,
): Promise<Result<ConsoleData<'consoleRequest'>, RequestRefusal>> {
  const { backOffice, clock } = deps;
  const payload = payloadOf(body);
  if (!payload) return refuse('invalid_input', { field: 'payload' });
  const about = await subjectOf(deps, body);
  if (about.refused !== undefined) return about;
  const { action, reason } = body;
  const subject = about.value;
  const id = await store.insertRequest(backOffice, { tokenHash, action, subject, payload, reason, at: clock.now() });
  if (typeof id === 'bigint') return done({ id: String(id) });
  const isOver = id === 'not_found' && action === 'offering.withdraw' && (await store.isOffering(backOffice, subject));
  return refuse(isOver ? 'offering_not_open' : id, { field: 'subject' });
}

/**
 * Decides the request of another person. Refuses, in this order: not_found, already_decided, same_person (the
 * database does).
 */
async function decide(
  { backOffice, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id: text, approve, reason }: ConsoleBody<'consoleDecide'>,
): Promise<Result<ConsoleData<'consoleDecide'>, ConsoleRefusals<'consoleDecide'>>> {
  if (!/^\d{1,18}$/.test(text)) return refuse('not_found');
  const id = BigInt(text);
  const outcome = await store.decideRequest(backOffice, { tokenHash, id, approve, reason, at: clock.now() });
  if (outcome !== 'decided') return refuse(outcome);
  const row = await store.byId(backOffice, id);
  return row ? done(presentRequest(row)) : refuse('not_found');
}

export const requestHandlers = {
  consoleRequest: request,
  consoleDecide: decide,
  consoleRequests: async ({ backOffice }, _caller, { state, cursor, size = 50 }) => {
    const rows = await store.listRequests(backOffice, { state, before: beforeOf(cursor), size: size + 1 });
    return done(pageOf(rows.map(presentRequest), size));
  },
} satisfies ConsoleHandlersFor<'consoleRequest' | 'consoleDecide' | 'consoleRequests'>;

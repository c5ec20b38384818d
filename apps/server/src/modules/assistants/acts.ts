import { type Body, type Data, type Language, type Refusal, type RefusalsOf } from '@khara/contract';
import { averagePrice } from '@khara/broker';
import { paise, rupees } from '@khara/money';
import { hex } from '@khara/proof';
import { DAY_MS } from '@khara/rules';
import { textsFor } from '@khara/texts';
import { hash } from 'node:crypto';
import { logKeyNow, recordProof } from '#modules/ledger/index.ts';
import { wholeLots } from '#modules/placing/index.ts';
import { listAssistants, listPrograms } from '#modules/programs/index.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { refusalWords } from '#src/kernel/refusal-words.ts';
import type { Tx } from '#src/ports/database.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './act-store.ts';

type ActShown = Data<'assistantActs'>['list'][number];

const KEPT_MS = 90 * DAY_MS;
/** Lines of one answer. */
const MAX_LINES = 300;
const MAX_ASKED = 2_000;
/** A server that lives has noted an order by then. */
const NOTED_WITHIN_MS = 5_000;

/** Who acts: a grant, or a key of a program, and its member. */
export type ActingProgram = { readonly keyId: string; readonly member: { readonly userId: string } };
export type Acted =
  | { readonly act: 'refused'; readonly reason: string }
  | { readonly act: 'placed' | 'cancelled'; readonly orderId: bigint };
type Noting = Pick<Deps, 'db' | 'random' | 'market' | 'clock'>;

/** What was sent, as text: without the seal, which is as long as the rest and of no use later. */
export function askedText({ rehearsal: _seal, why: _why, ...fields }: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(fields);
  return text.length <= MAX_ASKED ? text : JSON.stringify({ sha256: hash('sha256', text) });
}

type Told = Acted & { readonly tool: string; readonly asked: string };

/** Keeps what an assistant did or was refused, with its record in the log. */
export const noteAct = (deps: Noting, program: ActingProgram, told: Told): Promise<void> =>
  deps.db.transaction((tx) => addAct(tx, deps, program, told));

/** The same in the transaction of what it did. */
export async function addAct(
  tx: Tx,
  { random, market, clock }: Omit<Noting, 'db'>,
  { keyId: programKey, member: { userId } }: ActingProgram,
  { tool, asked, ...acted }: Told,
): Promise<void> {
  const { marketDate, marketTime } = market.now();
  const salt = random.bytes(16);
  await store.insertAct(tx, {
    userId,
    programKey,
    tool,
    asked,
    salt,
    marketDate,
    marketTime,
    at: clock.now(),
    ...acted,
  });
}

/** Notes orders of a day that a server placed and did not live to note. */
export async function noteMissedOrders(deps: Noting & Pick<Deps, 'config'>): Promise<void> {
  const { db, random, clock } = deps;
  const now = clock.now();
  for (const order of await store.ordersWithoutAct(db, { since: now - DAY_MS, before: now - NOTED_WITHIN_MS })) {
    const { side, code, quantity, type, product, pricePaise, ...rest } = order;
    const price = type === 'market' || type === 'sl_m' ? undefined : rupees(pricePaise);
    const asked = JSON.stringify({ side, code, quantity: wholeLots(deps, quantity), type, product, price });
    const act = { ...rest, act: 'placed', tool: 'place_order', asked, salt: random.bytes(16) } as const;
    await db.transaction((tx) => store.insertAct(tx, act));
  }
}

/** Forgets what was done 90 days ago. */
export const purgeActs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  store.forgetActs(db, clock.now() - KEPT_MS);

/** What assistants of a member did on a market date, or on all, the newest first; reads are summed by the minute. */
async function listActs(
  deps: Deps,
  { member: { userId }, language }: MemberCaller,
  { marketDate = deps.market.now().marketDate, all = false, assistant }: Body<'assistantActs'>,
): Promise<Result<Data<'assistantActs'>, never>> {
  const { db } = deps;
  const of = { userId, marketDate: all ? undefined : marketDate, programKey: assistant, most: MAX_LINES };
  const [acts, reads, grants, programs] = await Promise.all([
    store.actsOfDay(db, of),
    store.readsOfDay(db, of),
    listAssistants(db, userId),
    listPrograms(db, userId),
  ]);
  const names = new Map([...grants, ...programs].map(({ id, name }) => [id, name]));
  const list = [...acts.map((act) => showAct(deps, act, language)), ...showReads(reads)]
    // As it is shown: a minute of reads stands at the first of them.
    .toSorted((a, b) => (a.marketTime === b.marketTime ? b.at - a.at : a.marketTime < b.marketTime ? 1 : -1))
    .slice(0, MAX_LINES)
    .map((act) => ({ ...act, name: names.get(act.assistant) ?? '' }));
  return done({ list, nextCursor: null });
}

const showAct = (deps: Pick<Deps, 'config'>, act: store.KeptAct, language: Language): Omit<ActShown, 'name'> => ({
  id: act.id,
  assistant: act.programKey,
  act: act.act,
  tool: act.tool,
  marketDate: act.marketDate,
  marketTime: act.marketTime,
  at: act.at,
  order: orderIn(act.asked),
  total: null,
  orderId: act.orderId === undefined ? null : String(act.orderId),
  refused: act.reason === undefined ? null : reasonWords(act.reason, language),
  placed: showPlaced(deps, act),
  answer: null,
  reads: [],
});

function showPlaced(deps: Pick<Deps, 'config'>, { isAllowed, filled, filledPaise }: store.KeptAct): ActShown['placed'] {
  if (filled === undefined || filledPaise === undefined) return null;
  const average = averagePrice(filledPaise, filled);
  return {
    isAllowed,
    filledQuantity: wholeLots(deps, filled),
    averagePrice: average === undefined ? null : rupees(average),
  };
}

/** Tools that are lines of their own, and what such a line says; all others of a minute are one. */
const OWN_LINES: Readonly<Record<string, 'rehearsed' | 'asked'>> = {
  rehearse_order: 'rehearsed',
  is_this_real: 'asked',
};

/**
 * One line for what was read in a minute, one for each order that was rehearsed in it, and one for the
 * question with its last answer.
 */
function* showReads(reads: readonly store.Read[]): Iterable<Omit<ActShown, 'name'>> {
  const byMinute = Map.groupBy(reads, ({ programKey, minuteAt, tool, about }) =>
    [programKey, minuteAt, ...(tool in OWN_LINES ? [tool, ...(tool === 'is_this_real' ? [] : [about])] : [])].join(' '),
  );
  for (const [id, all] of byMinute) {
    const [{ programKey: assistant, minuteAt: at, tool, about, marketDate, marketTime }] = all as [store.Read];
    const rehearsed = tool === 'rehearse_order';
    const more = { tool, marketDate, marketTime, at, orderId: null, refused: null };
    const answered = tool === 'is_this_real' ? all.at(-1)!.about : ''; // of one minute, in order of their time
    const total = rehearsed ? (JSON.parse(about) as { total: string }).total : null; // as the counter wrote it
    yield {
      id: hash('sha256', id).slice(0, 32),
      assistant,
      act: OWN_LINES[tool] ?? 'read',
      ...more,
      order: rehearsed ? orderIn(about) : null,
      total,
      placed: null,
      answer: answered === '' ? null : (JSON.parse(answered) as ActShown['answer']), // as the tool wrote it
      reads:
        tool in OWN_LINES ? [] : all.map((read) => ({ tool: read.tool, code: read.about || null, times: read.times })),
    };
  }
}

/** The order in what an assistant sent, as far as it is one. */
function orderIn(asked: string): ActShown['order'] {
  const { side, code, quantity, price } = JSON.parse(asked) as Readonly<Record<string, unknown>>; // an object of ours
  const isOrder =
    (side === 'buy' || side === 'sell') && typeof code === 'string' && Number.isSafeInteger(Number(quantity));
  if (!isOrder) return null;
  const pricePaise = typeof price === 'string' ? (paise(price) ?? 0n) : 0n;
  return {
    side,
    code: code.slice(0, 40),
    quantity: Number(quantity),
    price: pricePaise > 0n ? rupees(pricePaise) : null,
  };
}

/** Why it was refused, in the member's words. */
function reasonWords(reason: string, language: Language): string {
  const { assistants, refusals } = textsFor(language);
  const own: Readonly<Record<string, string>> = assistants.refusal;
  return own[reason] ?? (reason in refusals ? refusalWords(language, reason as Refusal, {}) : reason);
}

/** An act of an assistant with its record in the log, whose proof is null until a checkpoint covers it. */
async function proveAct(
  { db, keys }: Deps,
  { member: { userId } }: MemberCaller,
  { id }: Body<'assistantProof'>,
): Promise<Result<Data<'assistantProof'>, RefusalsOf<'assistantProof'>>> {
  const act = /^[0-9a-f-]{36}$/.test(id) ? await store.findAct(db, userId, id) : undefined;
  if (!act) return refuse('not_found', { field: 'id' });
  return done({
    grant: act.programKey,
    tool: act.tool,
    reason: act.reason ?? null,
    orderId: act.orderId === undefined ? null : String(act.orderId),
    marketDate: act.marketDate,
    marketTime: act.marketTime,
    asked: act.asked,
    salt: hex(new Uint8Array(act.salt)),
    record: await recordProof(db, store.ASSISTANT_ACTS.type, id),
    log: await logKeyNow(db, keys.log),
  });
}

export const actHandlers = { assistantActs: listActs, assistantProof: proveAct } satisfies HandlersFor<
  'assistantActs' | 'assistantProof'
>;

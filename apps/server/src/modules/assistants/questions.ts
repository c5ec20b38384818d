import { calls, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { rupees } from '@khara/money';
import { DAY_MS } from '@khara/rules';
import * as z from 'zod/mini';
import { announce, notify } from '#modules/notices/index.ts';
import { answerOfRequest, type Desk, inShares, isWorse, placeAllowed } from '#modules/placing/index.ts';
import { listAssistants, liveAssistant } from '#modules/programs/index.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { type Acted, askedText, noteAct } from './acts.ts';
import * as store from './question-store.ts';

type WithDesk = Deps & { readonly desk: Desk };

/** How a question stands, as its assistant hears it. */
export type QuestionState =
  | { readonly status: 'waiting'; readonly until: number }
  | { readonly status: 'declined' | 'ended' }
  | { readonly status: 'placed'; readonly orderId: string }
  | { readonly status: 'refused'; readonly reason: string };

/** The mark of an order by which its story, contract note and log name the assistant. */
export const markOf = (name: string): string => [...name].slice(0, 20).join('');

/** Asks a member about an order, once: however often it is called, there is one question and one notice. */
export async function askMember(
  deps: Pick<Deps, 'db' | 'keys' | 'pushes'>,
  question: store.Question,
  { name, quantity }: { readonly name: string; readonly quantity: string },
): Promise<void> {
  const { db, keys } = deps;
  const { userId, code, askedAt: at } = question;
  const sent = await db.transaction(async (tx) => {
    if (!(await store.insertQuestion(tx, keys, question))) return undefined;
    const [key, link] = ['assistantAsks', '/pages/personal/assistants/index'] as const;
    return notify(tx, { userId, category: 'transaction', key, params: { name, quantity, code }, link, at });
  });
  if (sent) announce(deps, sent);
}

/** How the question about an order stands; undefined where its member was not asked. */
export async function stateOfQuestion(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  userId: string,
  id: string,
): Promise<QuestionState | undefined> {
  const question = await store.readQuestion(db, keys, { userId, id });
  if (!question) return undefined;
  const { answeredAt, refusal, untilAt: until } = question;
  const came = answeredAt === undefined ? undefined : await answerOfRequest(db, userId, id);
  if (came?.orderId !== undefined) return { status: 'placed', orderId: String(came.orderId) };
  if (refusal === 'declined') return { status: 'declined' };
  if (refusal !== undefined) return { status: 'refused', reason: refusal };
  return clock.now() < until ? { status: 'waiting', until } : { status: 'ended' };
}

const bodyOf = ({ code, terms, id }: store.Question): Body<'placeSellOrder'> =>
  // They were read by the same schema before the member was asked.
  z.parse(calls.placeSellOrder.body, { ...(JSON.parse(terms) as object), code, requestId: id });

const askedIn = ({ side, code, terms }: store.Question): string =>
  askedText({ side, code, ...(JSON.parse(terms) as object) }); // written by the server that asked

const priceIn = (paise: bigint | undefined): string | null => (paise === undefined ? null : rupees(paise));

async function listQuestions(
  { db, keys, clock }: Deps,
  { member: { userId } }: MemberCaller,
): Promise<Result<Data<'assistantQuestions'>, never>> {
  const waiting = await store.waitingQuestions(db, keys, { userId, now: clock.now() });
  const names = new Map((await listAssistants(db, userId)).map(({ id, name }) => [id, name]));
  const list = waiting.map((question) => {
    const { type, product = 'delivery', validity = 'day', quantity, price, triggerPrice } = bodyOf(question);
    return {
      id: question.id,
      assistant: question.programKey,
      name: names.get(question.programKey) ?? '',
      side: question.side,
      code: question.code,
      type,
      product,
      validity,
      quantity,
      price: priceIn(price),
      triggerPrice: priceIn(triggerPrice),
      why: question.why ?? null,
      askedAt: question.askedAt,
      until: question.untilAt,
    };
  });
  return done({ list, nextCursor: null });
}

/**
 * Places or declines what an assistant asked about. Refuses, in this order: not_found; assistant_question_over (it was
 * answered otherwise, its rehearsal is too old, or the grant has ended); assistant_question_left; what an order is
 * refused for.
 */
async function answer(
  deps: WithDesk,
  { member }: MemberCaller,
  { id, place }: Body<'answerAssistant'>,
): Promise<Result<Data<'answerAssistant'>, RefusalsOf<'answerAssistant'>>> {
  const { db, keys, clock, market } = deps;
  const { userId } = member;
  const question = await store.readQuestion(db, keys, { userId, id });
  if (!question) return refuse('not_found', { field: 'id' });
  const now = clock.now();
  const state = await stateOfQuestion(deps, userId, id);
  if (place && state?.status === 'placed') return done({ orderId: state.orderId });
  if (!place && state?.status === 'declined') return done({ orderId: null });
  if (state?.status !== 'waiting') return refuse('assistant_question_over');
  const note = (acted: Acted) =>
    noteAct(deps, { keyId: question.programKey, member }, { tool: 'place_order', asked: askedIn(question), ...acted });
  if (!place) {
    const isDeclined = await store.answerQuestion(db, id, { now, refusal: 'declined' });
    if (isDeclined) await note({ act: 'refused', reason: 'declined' });
    return isDeclined ? done({ orderId: null }) : refuse('assistant_question_over');
  }
  const grant = await liveAssistant(deps, question.programKey);
  if (grant?.memberId !== userId || grant.scope !== 'trade') return refuse('assistant_question_over');
  const { side, code, leftPaise } = question;
  // An order at the market whose market is past what its protection allowed when it was rehearsed.
  if (leftPaise !== undefined && isWorse(side, market.quote(code)?.lastPrice ?? 0, leftPaise))
    return refuse('assistant_question_left');
  // What a server left after this, or another try does too, is placed again: the order has the question's id,
  // and is one.
  if (question.answeredAt === undefined && !(await store.answerQuestion(db, id, { now }))) {
    const other = await store.readQuestion(db, keys, { userId, id });
    if (other?.refusal !== undefined) return refuse('assistant_question_over');
  }
  const program = { keyId: question.programKey, tag: markOf(grant.name) };
  const placed = await placeAllowed(deps, member, inShares(deps, bodyOf(question)), { side, code, program });
  if (placed.refused === undefined) {
    await note({ act: 'placed', orderId: BigInt(placed.value.id) });
    return done({ orderId: placed.value.id });
  }
  await store.noteRefused(db, id, placed.refused);
  await note({ act: 'refused', reason: placed.refused });
  return placed;
}

/** Calls about what assistants ask. */
export const createQuestionHandlers = (desk: Desk) =>
  ({
    assistantQuestions: (deps, caller) => listQuestions(deps, caller),
    answerAssistant: (deps, caller, body) => answer({ ...deps, desk }, caller, body),
  }) satisfies HandlersFor<'assistantQuestions' | 'answerAssistant'>;

const KEPT_MS = 30 * DAY_MS;
/** Forgets what members were asked 30 days ago. */
export const purgeQuestions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> =>
  store.forgetQuestions(db, clock.now() - KEPT_MS);

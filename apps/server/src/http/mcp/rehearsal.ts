import { paise, rupees } from '@khara/money';
import { plainText } from '@khara/rules';
import {
  askedText,
  askMember,
  markOf,
  nameRehearsed,
  noteAct,
  stateOfQuestion,
  type QuestionState,
} from '#modules/assistants/index.ts';
import { isWorse } from '#modules/placing/index.ts';
import { readGrantUses } from '#modules/own-limits/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Depth } from '#src/ports/market.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { openSeal, seal } from '#src/security/seal.ts';
import { PLACING, type DoorCaller } from '../kite/caller.ts';
import { Failure, wrongField } from '../kite/failure.ts';
import { wordIn, type Fields } from '../kite/fields.ts';

/** How long a rehearsal is good for, in real time. */
const GOOD_FOR_MS = 120_000;
const MAX_SEAL = 1_000;
const MAX_TERMS = 2_000;
/** Characters of a reason that is shown to the member. */
const MAX_WHY = 200;
/** Levels of the book in a rehearsal. */
const LEVELS = 5;
const SIDES = { BUY: 'buy', SELL: 'sell' } as const;

/** What the seal of a rehearsal holds: whose it is, when it was, of which order, and the prices it was made at. */
type Sealed = {
  readonly key: string;
  readonly at: number;
  readonly terms: string;
  /** Rupees: the protected price of an order at the market; empty for any other, which has its own limit. */
  readonly price: string;
  readonly lastPrice: string;
};

type Rehearsing = Pick<Deps, 'db' | 'market' | 'clock' | 'keys'>;

/** What an order would cost and meet now, with a seal by which this same order may be placed within two minutes. */
export async function rehearseOrder(deps: Rehearsing, caller: DoorCaller, fields: Fields) {
  const { market, clock, keys } = deps;
  const side = wordIn(fields, 'side', SIDES);
  const shown = await caller.ask('previewOrder', { ...fields, side });
  const code = codeIn(fields);
  const { assistant, scope } = caller.program;
  const limits = await caller.ask('ownLimits', {});
  const at = clock.now();
  const depth = market.depth(code, LEVELS);
  const { price, lastPrice } = shown;
  const isMarket = fields['type'] === 'market';
  return {
    ...shown,
    book: depth && { bids: depth.bids.map(toLevel), asks: depth.asks.map(toLevel) },
    ownLimits: limits,
    ...(assistant && scope === 'trade' && { assistantLimits: await readLimits(deps, caller.program) }),
    rehearsal: seal(keys, 'rehearsal', {
      key: caller.program.keyId,
      at,
      terms: hashTerms(side, fields),
      price: isMarket ? price : '',
      lastPrice,
    }),
    goodUntil: at + GOOD_FOR_MS,
  };
}

/** What the member set for the assistant, and what the market day has of it. */
async function readLimits({ db, market }: Rehearsing, { keyId, member, assistant }: DoorCaller['program']) {
  const use = (await readGrantUses(db, member.userId, market.now().marketDate)).get(keyId);
  return (
    use && {
      amount: { limit: rupees(use.dayPaise), used: rupees(use.paise) },
      orders: { limit: use.dayOrders, used: use.orders },
      asksEachTime: assistant?.asks,
    }
  );
}

/** What place_order answers: the order's id, or how the question about it stands. */
type Answered = { readonly status: 'placed'; readonly orderId: string } | (QuestionState & { readonly id: string });

/**
 * Places an order that was rehearsed: by the same key, within two minutes, with the same terms, while the market has
 * not left it. One rehearsal gives one order, however often it is sent. An assistant whose member is asked each time
 * waits for the answer, and hears it by sending the same again; `why` is shown with the question.
 */
export async function placeRehearsed(
  deps: Deps,
  caller: DoorCaller,
  { rehearsal, why, ...fields }: Fields,
): Promise<Answered> {
  const side = wordIn(fields, 'side', SIDES);
  const code = codeIn(fields);
  const { keyId, assistant, member } = caller.program;
  const sealed = openSeal<Sealed>(deps.keys, 'rehearsal', rehearsal, { maxLength: MAX_SEAL });
  if (!sealed || sealed.key !== keyId)
    throw refuse('rehearsal_required', 'Rehearse this order first: `rehearsal` comes from rehearse_order');
  if (sealed.terms !== hashTerms(side, fields))
    throw refuse('rehearsal_of_another', 'This rehearsal is of another order: rehearse this one');
  const requestId = nameRehearsed(Buffer.from(requestHash({ rehearsal: String(rehearsal) })).toString('base64url'));
  const asked = assistant?.asks ? await stateOfQuestion(deps, member.userId, requestId) : undefined;
  if (asked) return { id: requestId, ...asked };
  if (deps.clock.now() > sealed.at + GOOD_FOR_MS)
    throw refuse('rehearsal_ended', 'This rehearsal is older than two minutes: rehearse again');
  const now = deps.market.quote(code)?.lastPrice ?? 0;
  const leftPaise = sealed.price === '' ? undefined : (paise(sealed.price) ?? 0n);
  if (leftPaise !== undefined && isWorse(side, now, leftPaise))
    throw refuse(
      'rehearsal_left_behind',
      `The market has left this rehearsal: ${sealed.lastPrice} then, ${rupees(BigInt(now))} now. Rehearse again`,
    );
  caller.countOrder();
  const { side: _, ...terms } = fields;
  const ofOrder = { ...terms, code, requestId };
  const tag = assistant && markOf(assistant.name);
  if (!assistant?.asks) {
    const { id: orderId } = await caller.ask(PLACING[side], ofOrder, { tag });
    const asked = askedText({ side, ...terms });
    await noteAct(deps, caller.program, { tool: 'place_order', asked, act: 'placed', orderId: BigInt(orderId) });
    return { status: 'placed', orderId };
  }
  caller.check(side, ofOrder);
  const question = {
    id: requestId,
    userId: member.userId,
    programKey: keyId,
    side,
    code,
    terms: termsIn(terms),
    leftPaise,
    why: whyIn(why),
    askedAt: deps.clock.now(),
    untilAt: sealed.at + GOOD_FOR_MS,
  };
  await askMember(deps, question, { name: assistant.name, quantity: String(terms['quantity']) });
  return { id: requestId, status: 'waiting', until: question.untilAt };
}

const termsIn = (terms: Fields): string => {
  const text = JSON.stringify(terms);
  if (text.length > MAX_TERMS) throw wrongField('code', 'An order has no more fields than were rehearsed');
  return text;
};

/** The reason in the assistant's words, as its member sees it: on one line, and not long. */
function whyIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? plainText(value).replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : [...text].slice(0, MAX_WHY).join('');
}

const refuse = (reason: string, message: string): Failure =>
  new Failure('InputException', message, { reason, field: 'rehearsal' });

function codeIn({ code }: Fields): string {
  if (typeof code !== 'string') throw wrongField('code', '`code` is missing');
  return code;
}

type Level = Depth['bids'][number];
const toLevel = ([price, quantity, orders]: Level) => ({ price: rupees(BigInt(price)), quantity, orders });

const hashTerms = (side: string, { side: _, ...terms }: Fields): string => {
  const texts = Object.entries(terms).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  );
  return Buffer.from(requestHash({ ...Object.fromEntries(texts), side })).toString('base64url');
};

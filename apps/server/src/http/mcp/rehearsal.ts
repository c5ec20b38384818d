import { paise, rupees } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import type { Depth } from '#src/ports/market.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { openSeal, seal } from '#src/security/seal.ts';
import type { DoorCaller } from '../kite/caller.ts';
import { Failure, wrongField } from '../kite/failure.ts';
import { wordIn, type Fields } from '../kite/fields.ts';

/** How long a rehearsal is good for, in real time. */
const GOOD_FOR_MS = 120_000;
const MAX_SEAL = 1_000;
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

type Rehearsing = Pick<Deps, 'market' | 'clock' | 'keys'>;

/** What an order would cost and meet now, with a seal by which this same order may be placed within two minutes. */
export async function rehearseOrder(deps: Rehearsing, caller: DoorCaller, fields: Fields) {
  const { market, clock, keys } = deps;
  const side = wordIn(fields, 'side', SIDES);
  const shown = await caller.ask('previewOrder', { ...fields, side });
  const code = codeIn(fields);
  const limits = await caller.ask('ownLimits', {});
  const at = clock.now();
  const depth = market.depth(code, LEVELS);
  const { price, lastPrice } = shown;
  const isMarket = fields['type'] === 'market';
  return {
    ...shown,
    book: depth && { bids: depth.bids.map(toLevel), asks: depth.asks.map(toLevel) },
    expectedFill: depth && expectFill(side === 'buy' ? depth.asks : depth.bids, side, shown.quantity, price),
    ownLimits: limits,
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

/**
 * Places an order that was rehearsed: by the same key, within two minutes, with the same terms, while the market has
 * not left it. One rehearsal gives one order, however often it is sent. Answers the order's id.
 */
export async function placeRehearsed(
  deps: Rehearsing,
  caller: DoorCaller,
  { rehearsal, ...fields }: Fields,
): Promise<{ readonly orderId: string }> {
  const side = wordIn(fields, 'side', SIDES);
  const code = codeIn(fields);
  const sealed = openSeal<Sealed>(deps.keys, 'rehearsal', rehearsal, { maxLength: MAX_SEAL });
  if (!sealed || sealed.key !== caller.program.keyId)
    throw refuse('rehearsal_required', 'Rehearse this order first: `rehearsal` comes from rehearse_order');
  if (sealed.terms !== hashTerms(side, fields))
    throw refuse('rehearsal_of_another', 'This rehearsal is of another order: rehearse this one');
  if (deps.clock.now() > sealed.at + GOOD_FOR_MS)
    throw refuse('rehearsal_ended', 'This rehearsal is older than two minutes: rehearse again');
  const now = deps.market.quote(code)?.lastPrice ?? 0;
  if (sealed.price !== '' && hasLeft(side, now, paise(sealed.price) ?? 0n))
    throw refuse(
      'rehearsal_left_behind',
      `The market has left this rehearsal: ${sealed.lastPrice} then, ${rupees(BigInt(now))} now. Rehearse again`,
    );
  const requestId = Buffer.from(requestHash({ rehearsal: String(rehearsal) })).toString('base64url');
  caller.countOrder();
  const { side: _, ...terms } = fields;
  const order = { side, tag: undefined, fields: { ...terms, code, requestId }, isRepeatable: true };
  return { orderId: await caller.place(order) };
}

const refuse = (reason: string, message: string): Failure =>
  new Failure('InputException', message, { reason, field: 'rehearsal' });

function codeIn({ code }: Fields): string {
  if (typeof code !== 'string') throw wrongField('code', '`code` is missing');
  return code;
}

/** An order at the market would now cost more, or bring less, than its protection allowed when it was rehearsed. */
const hasLeft = (side: 'buy' | 'sell', now: number, protectedPrice: bigint): boolean =>
  side === 'buy' ? BigInt(now) > protectedPrice : BigInt(now) < protectedPrice;

type Level = Depth['bids'][number];
const toLevel = ([price, quantity, orders]: Level) => ({ price: rupees(BigInt(price)), quantity, orders });

/** What of an order the levels that are shown would fill, up to its price, and at which average. */
function expectFill(levels: readonly Level[], side: 'buy' | 'sell', quantity: number, price: string) {
  const limit = paise(price) ?? 0n;
  let [left, value] = [quantity, 0n];
  for (const [at, shown] of levels) {
    if (hasLeft(side, at, limit)) break;
    const taken = Math.min(left, shown);
    left -= taken;
    value += BigInt(taken) * BigInt(at);
  }
  const filled = quantity - left;
  return { quantity: filled, averagePrice: filled === 0 ? null : rupees(value / BigInt(filled)), waits: left };
}

const hashTerms = (side: string, { side: _, ...terms }: Fields): string => {
  const texts = Object.entries(terms).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  );
  return Buffer.from(requestHash({ ...Object.fromEntries(texts), side })).toString('base64url');
};

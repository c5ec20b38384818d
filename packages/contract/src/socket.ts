import * as z from 'zod/mini';
import { MarketState, Notice } from './config.ts';
import { Depth } from './market.ts';
import { ORDER_STEPS } from './order-words.ts';
import { Count, Id, Instant, Percent, Price, StockCode } from './wire.ts';

/** Levels a side that a subscription of depth shows. Twenty are another subscription: five stay cheap. */
export const DEPTH_CHANNELS = { depth: 5, depth20: 20 } as const;
export type DepthChannel = keyof typeof DEPTH_CHANNELS;
const Channel = z.enum(['quotes', 'depth', 'depth20']);

/** What a client may send over /ws. */
export const ClientMessage = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string() }),
  z.object({
    op: z.literal('subscribe'),
    channel: Channel,
    codes: z.array(StockCode).check(z.maxLength(300)),
  }),
  z.object({
    op: z.literal('unsubscribe'),
    channel: Channel,
    codes: z.array(StockCode).check(z.maxLength(300)),
  }),
  z.object({ op: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

/** [code, price, changePercent, volume, at] */
export const QuoteTick = z.tuple([z.string(), Price, Percent, Count, Instant]);
export type QuoteTick = z.output<typeof QuoteTick>;

/**
 * What happened to a position. `filled`: a fill added to it or closed it. `settled`: bought shares arrived.
 * `adjusted`: a corporate action. `converted`: its product was changed. `closed_out`: shares that were not
 * delivered were paid.
 */
export const POSITION_CHANGES = ['filled', 'settled', 'adjusted', 'converted', 'closed_out'] as const;

/**
 * What the server sends. Private events say what changed and have no words of it, but a notice: a client asks for what
 * it shows. The version of a change is its instant: an order that is answered with an older `updatedAt` was read before
 * it. Quotes are conflated to at most four a second per connection; private events are
 * never dropped.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), simulated: z.literal(true), label: z.string(), market: MarketState }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), ok: z.boolean(), code: z.int() }),
  z.object({ type: z.literal('ended'), code: z.int() }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
  z.object({ type: z.literal('quotes'), data: z.array(QuoteTick) }),
  z.object({ type: z.literal('depth'), code: z.string(), data: Depth, at: Instant }),
  z.object({ type: z.literal('depth20'), code: z.string(), data: Depth, at: Instant }),
  z.object({ type: z.literal('market'), data: MarketState }),
  /** `changed`: new steps of the order's history, each once. None: only its margin or its market date changed. */
  z.object({
    type: z.literal('order'),
    data: z.object({ id: Id, version: Instant, changed: z.array(z.enum(ORDER_STEPS)) }),
  }),
  z.object({
    type: z.literal('position'),
    data: z.object({ id: Id, version: Instant, changed: z.array(z.enum(POSITION_CHANGES)) }),
  }),
  z.object({ type: z.literal('wallet'), data: z.object({ currency: z.string() }) }),
  z.object({ type: z.literal('notice'), data: Notice }),
  /** A message of the reader's thread with customer service, by either side. */
  z.object({ type: z.literal('support'), data: z.object({ id: Id }) }),
  /** Customer service has read what the reader wrote up to `at`. */
  z.object({ type: z.literal('supportRead'), data: z.object({ at: Instant }) }),
  /** An alert of the reader was met. Its notice comes as well. */
  z.object({ type: z.literal('alert'), data: z.object({ id: Id }) }),
  /**
   * The list of an offering that the reader applied to is frozen: its root, and the seed of its draw, before
   * the entropy is known.
   */
  z.object({
    type: z.literal('draw'),
    data: z.object({ offeringId: z.string(), n: Count, listRoot: z.string(), seed: z.string(), at: Instant }),
  }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;

import { plainText } from '@khara/rules';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { MAX_NOTE, MAX_TAG, MAX_TAGS, ORDER_REASONS, PLAN_OUTCOMES } from './journal-words.ts';
import { Count, IdIn, Instant, listIn, Money, Nothing, Percent, Price, PriceIn } from './wire.ts';

/** What a member has written about an own order. No figure comes from it. */
export const OrderNote = z.object({
  reason: z.nullable(z.enum(ORDER_REASONS)),
  /** Where it is given up, and where its gain is taken: prices of the order's day. */
  stop: z.nullable(Price),
  target: z.nullable(Price),
  /** When these were written or last changed. */
  plannedAt: z.nullable(Instant),
  text: z.nullable(z.string()),
  /** In lower case, as they are counted. */
  tags: z.array(z.string()),
  changedAt: Instant,
});

const characters = (value: string): number => [...value].length;

const Text = z.pipe(
  z.string({ error: 'invalid_input' }),
  z.transform((value, context): string | undefined => {
    const text = value.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
    if (characters(text) <= MAX_NOTE) return text === '' ? undefined : text;
    context.issues.push({ code: 'custom', message: 'note_too_long', input: value });
    return z.NEVER;
  }),
);
const Tag = z.pipe(
  z.string({ error: 'note_tag_invalid' }),
  z.transform((value, context): string => {
    const tag = plainText(value.toWellFormed()).trim().replaceAll(/\s+/g, ' ').toLowerCase();
    if (tag !== '' && characters(tag) <= MAX_TAG && !/[,;\p{Cc}]/u.test(tag)) return tag;
    context.issues.push({ code: 'custom', message: 'note_tag_invalid', input: value });
    return z.NEVER;
  }),
);

export const journalCalls = {
  setOrderNote: call({
    path: '/app/order/note',
    method: 'POST',
    access: 'member',
    doc: 'Writes a note to an own order, in the place of what it had: why it was placed, the stop and the target that were planned, words and tags. The plan belongs to an order that opens a position. It changes no order and no figure.',
    body: {
      id: IdIn,
      reason: z.optional(z.enum(ORDER_REASONS, { error: 'invalid_input' })),
      stop: z.optional(PriceIn),
      target: z.optional(PriceIn),
      text: z.optional(Text),
      tags: z.optional(
        listIn(
          z.array(Tag, { error: 'note_tag_invalid' }).check(z.maxLength(MAX_TAGS, { error: 'note_too_many_tags' })),
        ),
      ),
    },
    data: OrderNote,
    refusals: [
      'invalid_input',
      'note_too_long',
      'note_tag_invalid',
      'note_too_many_tags',
      'note_empty',
      'unknown_order',
      'note_plan_not_taken',
      'note_plan_wrong_side',
    ],
    specified: false,
  }),
  deleteOrderNote: call({
    path: '/app/order/note/delete/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Deletes the note of an own order. No order and no figure changes. Repeatable.',
    body: { id: IdIn },
    data: Nothing,
    refusals: [],
    specified: false,
  }),
  planOutcome: call({
    path: '/app/order/note/outcome/{id}',
    method: 'POST',
    access: 'member',
    doc: 'What became of the stop and the target of an own order, as parts of what its shares cost, before charges. `null` without a plan, or before the order has opened a position.',
    body: { id: IdIn },
    data: z.nullable(
      z.object({
        outcome: z.enum(PLAN_OUTCOMES),
        /** What would have been lost or gained at the stop and at the target. */
        stop: z.nullable(Percent),
        target: z.nullable(Percent),
        /** What was gained; of open shares at the last price. */
        gain: Percent,
        /** The same in planned losses: 2.00 is twice what the stop would have cost. Null without a stop. */
        risks: z.nullable(Percent),
        /** After charges. */
        result: Money,
        /** Market days that the shares were held. */
        days: Count,
      }),
    ),
    refusals: ['unknown_order'],
    specified: false,
  }),
};

import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Id, IdIn, Instant } from './wire.ts';

export const APPEAL_STATES = ['open', 'upheld', 'declined'] as const;

export const CreditAppeal = z.object({
  id: Id,
  eventId: Id,
  state: z.enum(APPEAL_STATES),
  text: z.string(),
  submittedAt: Instant,
  /** By then it is decided: an appeal without a decision is upheld. */
  decidesBy: Instant,
  decidedAt: z.nullable(Instant),
  /** Why it was decided so, in words for the reader; null while it is open. */
  decision: z.nullable(z.string()),
});

/** `packages/credit` reckons with these: points, from `at` until `endsAt`. */
export const CreditEvent = z.object({
  id: Id,
  rule: z.string(),
  points: Count,
  at: Instant,
  /** When it stops counting at the latest. */
  expiresAt: Instant,
  /** When it stopped counting before that: its cure, or an appeal that was upheld; else null. */
  endedAt: z.nullable(Instant),
  endReason: z.nullable(z.enum(['cured', 'voided'])),
  inForce: z.boolean(),
  explanation: z.string(),
  /** How it heals before it expires. */
  cure: z.string(),
});

export const creditCalls = {
  creditScore: call({
    path: '/app/user/creditScore',
    method: 'POST',
    access: 'member',
    doc: 'The credit score, computed from the published rules and the events in force; no person sets it. With the rules and events it can be computed again.',
    body: {},
    data: z.object({
      score: Count,
      threshold: Count,
      withdrawalBlocked: z.boolean(),
      /** When the next event stops counting; null when none is in force. */
      nextRecoveryAt: z.nullable(Instant),
      /** When withdrawals open again by themselves; null when they are open. */
      unblocksAt: z.nullable(Instant),
      /** The instant for which it was computed. */
      at: Instant,
      rulesVersion: z.string(),
      rules: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** Of one event; negative. */
          points: Count,
          /** The least that its events together count, such as -20; null when each counts in full. */
          floor: z.nullable(Count),
          /** Longest time for which an event counts, in hours. */
          hours: Count,
          heals: z.string(),
        }),
      ),
      /** Newest first, those that have ended too. */
      events: z.array(CreditEvent),
      /** The newest one. */
      appeal: z.nullable(CreditAppeal),
    }),
    refusals: [],
    specified: false,
  }),
  creditAppeal: call({
    path: '/app/user/creditAppeal',
    method: 'POST',
    access: 'member',
    doc: 'Asks people to void an event of the credit score. An appeal without a decision within 72 hours is upheld. Sending the same again answers the same appeal.',
    body: {
      eventId: IdIn,
      text: z
        .string({ error: 'appeal_text_required' })
        .check(
          z.trim(),
          z.minLength(1, { error: 'appeal_text_required' }),
          z.maxLength(2000, { error: 'invalid_input' }),
        ),
    },
    data: z.object({ appeal: CreditAppeal }),
    refusals: ['unknown_event', 'appeal_already_made'],
    specified: false,
  }),
};

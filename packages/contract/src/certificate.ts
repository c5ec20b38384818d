import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Instant } from './wire.ts';

/**
 * Rules that can keep a withdrawal from being asked for: those of the credit score, and the wait after a
 * transaction password was reset.
 */
export const BLOCKING_RULES = [
  'name_mismatch',
  'payout_returned',
  'recharge_reversed',
  'takeover_signals',
  'order_flood',
  'duplicate_identity',
  'transaction_password_reset',
] as const;

const Hex = z.string();

export const certificateCalls = {
  certificate: call({
    path: '/app/config/certificate',
    method: 'POST',
    access: 'guest',
    doc: 'What can be known and checked of this installation, in a fixed shape that is never edited: mode, registration, build, log key, newest checkpoint, chance, rules, withdrawals that wait.',
    body: {},
    data: z.object({
      mode: z.literal('practice'),
      /** Null says plainly that there is none. */
      registration: z.nullable(z.object({ number: z.string(), authority: z.string(), verifyUrl: z.string() })),
      /** Release and hash of the web app that is served. */
      build: z.string(),
      at: Instant,
      log: z.object({
        name: z.string(),
        publicKey: Hex,
        /** Null in the first moment of an installation. */
        checkpoint: z.nullable(z.object({ size: Count, root: Hex, at: Instant })),
      }),
      /** Where the chance of draws comes from, as it is set for the offerings that open from now on. */
      entropy: z.enum(['none', 'witness', 'drand', 'auto']),
      seeds: z.object({
        /**
         * The seed of the market's participants when it is a setting, which is for tests: then any reader can
         * foresee them.
         */
        fixed: z.nullable(z.string()),
        /** SHA-256 of the seed of the running market day, put into the log before it began. */
        dayHash: z.nullable(Hex),
      }),
      versions: z.object({
        /** Day from which the charges of today are in force. */
        fees: z.string(),
        score: z.string(),
      }),
      withdrawals: z.object({
        waiting: Count,
        medianAgeMs: z.nullable(Count),
        oldestAgeMs: z.nullable(Count),
        /** Accounts that a rule keeps from withdrawing now. One that two rules keep counts at both. */
        blocked: z.array(z.object({ rule: z.enum(BLOCKING_RULES), accounts: Count })),
      }),
      books: z.object({
        stopped: z.boolean(),
        /** Every time that a check contradicted the books and stopped money, the newest first, at most ten. */
        stops: z.array(z.object({ check: z.string(), at: Instant, resumedAt: z.nullable(Instant) })),
      }),
    }),
    refusals: [],
    specified: false,
  }),
};

import { CODES, type CallName, type Envelope, type Language, type Refusal } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { Refused } from '#src/kernel/result.ts';
import { paramsIn, refusalWords } from '#src/kernel/refusal-words.ts';
import type { EndOfPractice } from '#src/ports/sessions.ts';
import type { MoneyStop } from '#modules/ledger/index.ts';

/** Calls whose success has words of its own. */
const SAID: Partial<Record<CallName, 'loggedIn' | 'loggedOut' | 'subscribed' | 'submittedForReview'>> = {
  signIn: 'loggedIn',
  signOut: 'loggedOut',
  subscribe: 'subscribed',
  submitIdentity: 'submittedForReview',
};

export const success = <T>(name: CallName, language: Language, data: T): Envelope<T> => ({
  code: CODES.success,
  msg: textsFor(language).answers[SAID[name] ?? 'done'],
  data,
});

/**
 * A refusal as it travels: code 500, the reason's text in the reader's language, and the stable reason with
 * what belongs to it.
 */
export function refusal(language: Language, { refused, field, details }: Refused<Refusal>): Envelope<unknown> {
  return {
    code: CODES.refused,
    msg: refusalWords(language, refused, paramsIn(details)),
    data: { reason: refused, ...(field === undefined ? {} : { field }), ...details },
  };
}

/** No money may move now: the books contradict themselves, and their owner has a right to know. */
export const moneyStopped = (language: Language, { check, since }: MoneyStop): Envelope<unknown> => ({
  ...refusal(language, { refused: 'maintenance', details: { why: 'books', check, since } }),
  msg: textsFor(language).proof.moneyStopped,
});

/** No usable session was presented. */
export const noSession = (language: Language): Envelope<null> => ({
  code: CODES.noSession,
  msg: textsFor(language).errors.loginFirst,
  data: null,
});

/** The session was ours and has ended. Of a practice account it says why: there is no password to log in with. */
export const sessionEnded = (language: Language, why?: EndOfPractice): Envelope<null> => {
  const { errors, classes, start } = textsFor(language);
  const words = { device_moved: classes.movedAway, account_closed: start.erased };
  return { code: CODES.sessionEnded, msg: why === undefined ? errors.sessionEnded : words[why], data: null };
};

/** Whatever the server answers with an HTTP status other than 200: the envelope repeats the status as its code. */
export const failure = (language: Language, status: number, reason: Refusal): Envelope<unknown> => ({
  code: status,
  msg: textsFor(language).refusals[reason],
  data: { reason },
});

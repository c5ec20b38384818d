import { serverNow } from '#api/market-clock.ts';
import { call } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { isSignedIn, useSession } from '#api/session.ts';

/**
 * How long a correct password is to be remembered. The server keeps that, not this device: here is only until
 * when, to know whether to ask.
 */
export const REMEMBER_CHOICES = ['everyTime', 'minutes15', 'session'] as const;
export type RememberTime = (typeof REMEMBER_CHOICES)[number];
const MINUTES: Record<RememberTime, number> = { everyTime: 0, minutes15: 15, session: -1 };

let until = 0;
/** Whether the server has been asked since this page was loaded: a time may be running from before. */
let isKnown = false;
/** What was chosen last, in this session: another member of the same device begins anew. */
let lastChoice: RememberTime = 'everyTime';
useSession.subscribe((session, before) => {
  if (session.token === before.token) return;
  until = 0;
  isKnown = false;
  lastChoice = 'everyTime';
});

export const chosenLast = (): RememberTime => lastChoice;
export const keepChoice = (choice: RememberTime): void => {
  lastChoice = choice;
};

export const isRemembered = (now = serverNow()): boolean => now < until;
/** Until when, as far as this page knows: 0 when it does not. */
export const rememberedUntil = (): number => until;
/**
 * Asks the server, once after each load, until when it remembers. Answers the instant; 0 when it does not, or
 * the server could not be asked.
 */
export async function learnRemembered(): Promise<number> {
  if (isKnown || !isSignedIn()) return until;
  const result = await call('userDetail');
  if (!result.ok) return until;
  isKnown = true;
  until = result.data.transactionPasswordUntil ?? 0;
  return until;
}

/** The server did ask after all: its clock counts. */
export const forgetRemembered = (): void => {
  until = 0;
};

/** Every time needs no password: forgetting is always allowed. */
export async function remember(
  transactionPassword: string | undefined,
  choice: RememberTime,
): Promise<Result<unknown>> {
  const result = await call('rememberTransactionPassword', {
    ...(transactionPassword !== undefined && { transactionPassword }),
    minutes: MINUTES[choice],
  });
  if (result.ok) {
    isKnown = true;
    until = result.data.until ?? 0;
  }
  return result;
}

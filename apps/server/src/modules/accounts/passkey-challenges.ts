import * as z from 'zod/mini';
import type { Deps } from '#src/kernel/deps.ts';
import * as passkeyRows from './passkey-store.ts';

/** What passkeys are asked: each challenge is ours, good for five minutes, and answered once. */
const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * 60_000;

/**
 * The domain that a passkey belongs to: that of the page, which the browser vouches for and the server has
 * found to be its own.
 */
export const domainOf = (origin: string): string => new URL(origin).hostname;

export const newChallenge = ({ random }: Deps): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(random.bytes(CHALLENGE_BYTES));

export const keepChallenge = ({ db, clock }: Deps, text: string, challenge: passkeyRows.Challenge): Promise<void> =>
  passkeyRows.insertChallenge(db, text, challenge, clock.now() + CHALLENGE_MS);

const ClientData = z.object({ challenge: z.string() });
const Answer = z.object({ response: z.object({ clientDataJSON: z.string() }) });

/** The challenge that a response names, used up, if it was one of ours. */
export async function takeChallenge({ db, clock }: Deps, response: Readonly<Record<string, unknown>>) {
  const answer = z.safeParse(Answer, response);
  if (!answer.success) return undefined;
  const clientData = z.safeParse(ClientData, parsed(answer.data.response.clientDataJSON));
  if (!clientData.success) return undefined;
  const text = clientData.data.challenge;
  const found = await passkeyRows.takeChallenge(db, text, clock.now());
  return found && { ...found, text };
}

function parsed(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

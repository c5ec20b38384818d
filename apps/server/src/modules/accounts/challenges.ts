import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Deps } from '#src/kernel/deps.ts';
import { lengthPrefixed } from '#src/security/length-prefixed.ts';
import * as passkeyRows from './passkey-store.ts';

/** What passkeys and keys of devices are asked: each challenge is ours, good for five minutes, and answered once. */
const CHANCE_BYTES = 16;
const INSTANT_BYTES = 6;
const MARK_BYTES = 16;
const CHALLENGE_MS = 5 * 60_000;

/**
 * The domain that a passkey belongs to: that of the page, which the browser vouches for and the server has
 * found to be its own.
 */
export const originDomain = (origin: string): string => new URL(origin).hostname;

/**
 * A challenge of ours: bytes by chance, the instant, and a mark by a key that the database does not have, over what it
 * is for. So a row that was planted, or kept beyond its time, is no challenge.
 */
export function newChallenge(deps: Deps, challenge: passkeyRows.Challenge): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([deps.random.bytes(CHANCE_BYTES), Buffer.alloc(INSTANT_BYTES)]);
  head.writeUIntBE(deps.clock.now(), CHANCE_BYTES, INSTANT_BYTES);
  return Uint8Array.from(Buffer.concat([head, challengeMark(deps, head, challenge)]));
}

const challengeMark = ({ keys }: Deps, head: Uint8Array, { memberId, origin }: passkeyRows.Challenge): Buffer =>
  createHmac('sha256', keys.installSecret)
    .update(lengthPrefixed(['khara/passkey-challenge', memberId ?? '', origin]))
    .update(head)
    .digest()
    .subarray(0, MARK_BYTES);

function isOurs(deps: Deps, text: string, challenge: passkeyRows.Challenge): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== CHANCE_BYTES + INSTANT_BYTES + MARK_BYTES) return false;
  const head = bytes.subarray(0, CHANCE_BYTES + INSTANT_BYTES);
  const at = head.readUIntBE(CHANCE_BYTES, INSTANT_BYTES);
  const isMarked = timingSafeEqual(bytes.subarray(head.length), challengeMark(deps, head, challenge));
  return isMarked && deps.clock.now() < at + CHALLENGE_MS;
}

export const keepChallenge = ({ db, clock }: Deps, text: string, challenge: passkeyRows.Challenge): Promise<void> =>
  passkeyRows.insertChallenge(db, text, challenge, clock.now() + CHALLENGE_MS);

const ClientData = z.object({ challenge: z.string() });
const Answer = z.object({ response: z.object({ clientDataJSON: z.string() }) });

/** The challenge that a passkey's response names, used up, if it was one of ours. */
export async function takeChallenge(deps: Deps, response: Readonly<Record<string, unknown>>) {
  const answer = z.safeParse(Answer, response);
  if (!answer.success) return undefined;
  const clientData = z.safeParse(ClientData, parsed(answer.data.response.clientDataJSON));
  if (!clientData.success) return undefined;
  return takeChallengeText(deps, clientData.data.challenge);
}

/** A challenge as it was given out, used up, if it was one of ours. */
export async function takeChallengeText(deps: Deps, text: string) {
  const found = await passkeyRows.takeChallenge(deps.db, text, deps.clock.now());
  return found && isOurs(deps, text, found) ? { ...found, text } : undefined;
}

function parsed(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

import { type AssistantScope, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { announce, notify } from '#modules/notices/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { openSeal, seal } from '#src/security/seal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@khara/rules';
import * as store from './key-store.ts';
import { hashSecret, newToken } from './secrets.ts';

/** How long a member has to answer, signing in and up included. */
const CONSENT_MS = HOUR_MS;
/** How long a client has to exchange the code that the browser brought. */
const CODE_MS = 5 * MINUTE_MS;
const MAX_LENGTH = 8_000;
/** Assistants that one member has let in, at most. */
const MAX_GRANTS = 20;
const PAGE = '/pages/personal/assistants/index';

/** What a client asks the member for, as its request to authorise said. */
export type ConsentAsked = {
  readonly name: string;
  /** SHA-256 of the client's id, in base64url. */
  readonly client: string;
  readonly redirect: string;
  /** SHA-256 of what the client must show to exchange the code (PKCE, S256). */
  readonly challenge: string;
  readonly state: string | undefined;
  readonly scopes: readonly AssistantScope[];
  /** Who answers (RFC 9207). */
  readonly issuer: string;
};

/** What travels through the member's browser to the page that asks, and back with the answer. */
export const sealConsent = ({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, asked: ConsentAsked): string =>
  seal(keys, 'consent', { ...asked, until: clock.now() + CONSENT_MS });

function openConsent({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, text: string): ConsentAsked | undefined {
  const opened = openSeal<ConsentAsked & { readonly until: number }>(keys, 'consent', text, { maxLength: MAX_LENGTH });
  return opened && clock.now() < opened.until ? opened : undefined;
}

/** Where the browser brings the answer. */
export function answerTo(
  { redirect, state, issuer }: Pick<ConsentAsked, 'redirect' | 'state' | 'issuer'>,
  said: Readonly<Record<string, string>>,
): string {
  const to = new URL(redirect);
  for (const [name, value] of Object.entries({ ...said, ...(state !== undefined && { state }), iss: issuer }))
    to.searchParams.set(name, value);
  return to.href;
}

/**
 * What the page of the consent shows. Refuses: assistant_request_invalid (no client asked so, or one did an hour ago).
 */
export function readConsent(
  deps: Pick<Deps, 'keys' | 'clock'>,
  { request }: Body<'assistantRequest'>,
): Result<Data<'assistantRequest'>, RefusalsOf<'assistantRequest'>> {
  const asked = openConsent(deps, request);
  if (!asked) return refuse('assistant_request_invalid', { field: 'request' });
  const { host, hostname } = new URL(asked.redirect);
  return done({
    name: asked.name,
    host,
    isThisDevice: isLoopback(hostname.replace(/^\[|\]$/g, '')),
    scopes: [...asked.scopes],
    declined: answerTo(asked, { error: 'access_denied' }),
  });
}

/** How a caller shows that the account is theirs (modules/accounts, which stands to the right). */
export type ConfirmConsent = (
  deps: Deps,
  caller: MemberCaller,
  body: Body<'allowAssistant'>,
) => Promise<
  Result<
    undefined,
    Exclude<RefusalsOf<'allowAssistant'>, 'assistant_request_invalid' | 'invalid_input' | 'too_many_assistants'>
  >
>;

/**
 * Lets an assistant in: the grant, and a code that its client exchanges. Refuses, in this order:
 * assistant_request_invalid, invalid_input, what `confirm` does, too_many_assistants.
 */
export async function allowAssistant(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'allowAssistant'>,
  confirm: ConfirmConsent,
): Promise<Result<Data<'allowAssistant'>, RefusalsOf<'allowAssistant'>>> {
  const { db, clock, random, keys, pushes } = deps;
  const asked = openConsent(deps, body.request);
  if (!asked) return refuse('assistant_request_invalid', { field: 'request' });
  const { scope, dayAmount, dayOrders, asks = true, days } = body;
  if (!asked.scopes.includes(scope)) return refuse('invalid_input', { field: 'scope' });
  if (scope === 'trade' && dayAmount === undefined) return refuse('invalid_input', { field: 'dayAmount' });
  if (scope === 'trade' && dayOrders === undefined) return refuse('invalid_input', { field: 'dayOrders' });
  const confirmed = await confirm(deps, caller, body);
  if (confirmed.refused !== undefined) return confirmed;
  const { userId } = caller.member;
  const now = clock.now();
  const id = Buffer.from(random.bytes(8)).toString('hex');
  const code = seal(keys, 'code', { id, token: newToken(deps) });
  const clientHash = Buffer.from(asked.client, 'base64url');
  const ceiling = dayAmount !== undefined && dayOrders !== undefined && scope === 'trade';
  const grant = {
    id,
    memberId: userId,
    name: asked.name,
    scope,
    clientHash,
    limits: ceiling ? { dayPaise: BigInt(dayAmount) * 100n, dayOrders, asks } : undefined,
    now,
    expiresAt: now + days * DAY_MS,
  };
  const made = await db.transaction(async (tx) => {
    const ended = await store.endKeys(tx, { memberId: userId, clientHash, reason: 'replaced', now });
    if (!(await store.insertKey(tx, grant, MAX_GRANTS))) return undefined;
    await store.insertLogin(tx, id, { tokenHash: hashSecret(code), until: now + CODE_MS, bound: asked });
    const key = scope === 'trade' ? 'assistantTrade' : 'assistantRead';
    const notice = { userId, category: 'system', key, params: { name: asked.name }, link: PAGE, at: now } as const;
    return { ended, notice: await notify(tx, notice) };
  });
  if (!made) return refuse('too_many_assistants');
  pushes.endSessions(made.ended);
  announce(deps, made.notice);
  return done({ redirect: answerTo(asked, { code }) });
}

import { REDIRECT } from '@khara/contract';
import { plainText } from '@khara/rules';
import { hash } from 'node:crypto';
import type { Deps } from '#src/kernel/deps.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import { openSeal, seal } from '#src/security/seal.ts';
import { textIn, type Fields } from '../kite/fields.ts';

const MAX_REDIRECTS = 10;
const MAX_REDIRECT_LENGTH = 300;
const MAX_ID = 6_000;
const MAX_NAME = 40;
const NAMELESS = 'An assistant';
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** A client of OAuth as it registered. Its id holds all of it, sealed: nothing is kept of a client. */
export type Client = { readonly id: string; readonly name: string; readonly redirects: readonly string[] };
type Registered = Omit<Client, 'id'> & { readonly at: number };

/** What the database knows a client by. */
export const clientHash = (id: string): string => hash('sha256', id, 'base64url');

/**
 * Registers a client (RFC 7591): any may, since only a member lets one in. Answers what it may use, or what is wrong.
 */
export function registerClient(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  fields: Fields,
): object | 'invalid_redirect_uri' | 'invalid_client_metadata' {
  const redirects = textsIn(fields['redirect_uris']);
  if (!redirects || redirects.length === 0 || redirects.length > MAX_REDIRECTS || !redirects.every(isRedirect))
    return 'invalid_redirect_uri';
  const method = textIn(fields, 'token_endpoint_auth_method') ?? 'none';
  const grants = fields['grant_types'] === undefined ? GRANT_TYPES : textsIn(fields['grant_types']);
  const responses = fields['response_types'] === undefined ? ['code'] : textsIn(fields['response_types']);
  if (method !== 'none' || !grants?.includes('authorization_code') || !responses?.includes('code'))
    return 'invalid_client_metadata';
  const at = clock.now();
  const name = nameIn(fields['client_name']);
  return {
    client_id: seal(keys, 'client', { name, redirects, at } satisfies Registered),
    client_id_issued_at: Math.floor(at / 1000),
    client_name: name,
    redirect_uris: redirects,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** A client that registered at a server of this installation. */
export function readClient({ keys }: Pick<Deps, 'keys'>, id: string | undefined): Client | undefined {
  const opened = openSeal<Registered>(keys, 'client', id, { maxLength: MAX_ID });
  return opened && id !== undefined ? { id, name: opened.name, redirects: opened.redirects } : undefined;
}

/** The address, if the client registered it: as it stands, but for the port of this machine's own (RFC 8252, 7.3). */
export const findRedirect = ({ redirects }: Pick<Client, 'redirects'>, address: string | undefined) =>
  address !== undefined && isRedirect(address) && redirects.some((known) => isSameRedirect(known, address))
    ? address
    : undefined;

function isSameRedirect(known: string, address: string): boolean {
  if (known === address) return true;
  const [one, other] = [new URL(known), new URL(address)];
  if (one.protocol !== 'http:' || other.protocol !== 'http:' || !isLoopback(plainHost(other))) return false;
  return one.hostname === other.hostname && one.pathname + one.search === other.pathname + other.search;
}

const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isRedirect = (text: string): boolean =>
  text.length <= MAX_REDIRECT_LENGTH && REDIRECT.test(text) && URL.canParse(text);

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;

/** The name that a client gives itself, as its reader sees it: on one line, and not long. */
function nameIn(value: unknown): string {
  const text = typeof value === 'string' ? plainText(value).replace(/\s+/g, ' ').trim() : '';
  return [...text].slice(0, MAX_NAME).join('').trim() || NAMELESS;
}

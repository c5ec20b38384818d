import { createHash, randomBytes } from 'node:crypto';
import type { Payload } from '@khara/contract';
import type { Client } from './client.ts';

type Server = { readonly root: string };
type Owner = { readonly client: Pick<Client, 'get'> };
/** Where the client of these tests is answered. */
const REDIRECT = 'http://127.0.0.1:6274/callback';
export type Allowing = Partial<Omit<Payload<'allowAssistant'>, 'request'>>;

/** What a client shows to exchange its code. */
export const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** What the page that asks is given. */
export const consentIn = (answer: Response): string =>
  new URL(answer.headers.get('location')!.replace('/#', ''), 'http://here').searchParams.get('request')!;

/** Assistants at a server, by the wire alone: what a client does, and what a browser and its member do for it. */
export function useAssistants(server: () => Server) {
  const get = (path: string) => fetch(server().root + path, { redirect: 'manual' });
  const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(server().root + path, { method: 'POST', headers: { 'content-type': type }, body });
  const postForm = (path: string, fields: Readonly<Record<string, string>>) =>
    post(path, String(new URLSearchParams(fields)));

  async function register(more: object = {}) {
    const answer = await post(
      '/oauth/register',
      JSON.stringify({ client_name: 'Desk helper', redirect_uris: [REDIRECT], ...more }),
      'application/json',
    );
    return { status: answer.status, ...((await answer.json()) as { client_id: string; error?: string }) };
  }

  function authorizePath(clientId: string, more: Readonly<Record<string, string>> = {}): string {
    const fields = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      state: 'its state',
      scope: 'read rehearse trade',
      resource: `${server().root}/mcp`,
      ...more,
    };
    return `/oauth/authorize?${new URLSearchParams(fields)}`;
  }

  /** A client's member lets it in: what the client would have then. */
  async function letIn(of: Owner, allowing: Allowing = {}) {
    const { client_id: clientId } = await register();
    const request = consentIn(await get(authorizePath(clientId)));
    const { redirect } = await of.client.get('allowAssistant', { request, scope: 'read', days: 7, ...allowing });
    const code = new URL(redirect).searchParams.get('code')!;
    const exchange = (more: Readonly<Record<string, string>> = {}) =>
      postForm('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        resource: `${server().root}/mcp`,
        ...more,
      });
    const refresh = (token: string, client = clientId) =>
      postForm('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: client });
    return { clientId, redirect, code, exchange, refresh };
  }

  return { get, postForm, register, authorizePath, letIn };
}

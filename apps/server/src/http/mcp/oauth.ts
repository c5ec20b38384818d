import formbody from '@fastify/formbody';
import { ASSISTANT_SCOPES, type AssistantScope } from '@khara/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toNetwork, takeAccountAttempt } from '#modules/accounts/index.ts';
import {
  answerTo,
  exchangeCode,
  refreshGrant,
  revokeToken,
  sealConsent,
  type GrantTokens,
} from '#modules/programs/index.ts';
import { HOUR_MS } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import { acceptBodies } from '../bodies.ts';
import { readOrigin } from '../hosts.ts';
import { failedGuess } from '../kite/caller.ts';
import { Failure } from '../kite/failure.ts';
import { fieldsIn, textIn, type Fields } from '../kite/fields.ts';
import { clientHash, findRedirect, readClient, registerClient, type Client } from './oauth-client.ts';

/** Clients that one network registers. Nothing is kept of one: the limit is for what it costs to answer. */
const REGISTRATIONS = { kind: 'window', max: 60, windowMs: HOUR_MS } as const;

const RESOURCE = '/mcp';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/; // SHA-256 in base64url
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/; // RFC 7636, 4.1

/** What is answered as RFC 6749 and those after it have it. */
class OAuthFault extends Error {
  override readonly name = 'OAuthFault';
  readonly error: string;
  readonly status: number;

  constructor(error: string, message: string, status = 400) {
    super(message);
    this.error = error;
    this.status = status;
  }
}
const invalidRequest = (message: string) => new OAuthFault('invalid_request', message);

/**
 * The authorisation server of the place for assistants: OAuth 2.1 for public clients, with PKCE (S256), registration
 * (RFC 7591), metadata (RFC 8414, RFC 9728), resource indicators (RFC 8707) and revocation (RFC 7009). Nothing of it
 * lives in a server: what is not in the database is sealed in what the client holds.
 */
export async function serveOAuth(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(formbody);
    acceptBodies(scope);
    answerFaults(scope);
    serveMetadata(scope);
    scope.post('/oauth/register', async (request, reply) => {
      const network = toNetwork(request.ip);
      if ((await takeAccountAttempt(deps.db, `client:${network}`, REGISTRATIONS, deps.clock.now())) > 0)
        throw new OAuthFault('temporarily_unavailable', 'Too many clients of this network in an hour', 429);
      const registered = registerClient(deps, fieldsIn(request.body));
      if (typeof registered === 'string') throw new OAuthFault(registered, REGISTRATION_FAULTS[registered]);
      return sendUnkept(reply.code(201), registered);
    });
    scope.get('/oauth/authorize', (request, reply) => authorize(deps, request, reply));
    scope.post('/oauth/token', async (request, reply) => sendUnkept(reply, await giveTokens(deps, request)));
    scope.post('/oauth/revoke', async (request, reply) => {
      await revokeToken(deps, needed(fieldsIn(request.body), 'token'));
      return sendUnkept(reply, {});
    });
  });
}

const REGISTRATION_FAULTS = {
  invalid_redirect_uri:
    '`redirect_uris` are 1 to 10 addresses: https://, or http:// on a loopback address or localhost, without a fragment',
  invalid_client_metadata:
    'A client here is public: `token_endpoint_auth_method` is none, `grant_types` authorization_code and refresh_token',
} as const;

function answerFaults(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthFault) {
      request.refused = error.error;
      if (error.status === 429) void reply.header('retry-after', '60');
      return sendUnkept(reply.code(error.status), { error: error.error, error_description: error.message });
    }
    if (!(error instanceof Failure)) throw error;
    request.refused = error.reason ?? error.name;
    if (error.afterSeconds !== undefined) void reply.header('retry-after', String(error.afterSeconds));
    const isWrong = error.reason === 'invalid_input';
    const name = error.status === 429 ? 'temporarily_unavailable' : isWrong ? 'invalid_request' : 'invalid_grant';
    return sendUnkept(reply.code(error.status === 429 ? 429 : 400), { error: name, error_description: error.message });
  });
}

/** Tokens, and what leads to them, are kept nowhere on the way (RFC 6749, 5.1). */
const sendUnkept = (reply: FastifyReply, body: object): FastifyReply =>
  reply.header('cache-control', 'no-store').send(body);

/** Who answers, by the name under which it was asked. Names that are not ours were refused before. */
function originOf(request: FastifyRequest): string {
  const origin = readOrigin(request)?.origin;
  if (origin === undefined) throw invalidRequest('This host has no name that a browser knows');
  return origin;
}

/** What a client without a right token reads: where it learns how to come by one (RFC 9728, 5.1). */
export const challengeFor = (request: FastifyRequest): string =>
  `Bearer realm="khara", resource_metadata="${originOf(request)}${RESOURCE_METADATA}${RESOURCE}", scope="${ASSISTANT_SCOPES.join(' ')}"`;

function serveMetadata(scope: FastifyInstance): void {
  for (const url of [RESOURCE_METADATA, RESOURCE_METADATA + RESOURCE])
    scope.get(url, (request, reply) => {
      const origin = originOf(request);
      return reply.send({
        resource: origin + RESOURCE,
        authorization_servers: [origin],
        scopes_supported: ASSISTANT_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Khara, a practice stock market',
        resource_documentation: `${origin}/docs/assistants.md`,
      });
    });
  scope.get(SERVER_METADATA, (request, reply) => {
    const issuer = originOf(request);
    return reply.send({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: ASSISTANT_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${issuer}/docs/assistants.md`,
    });
  });
}

/**
 * Brings the member's browser to the page of the app that asks, with what the client asked for, sealed. While
 * client and redirect are not known to belong together nothing is sent to the redirect: what is wrong is
 * shown here.
 */
function authorize(deps: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = fieldsIn(request.query);
  const issuer = originOf(request);
  const client = readClient(deps, textIn(query, 'client_id'));
  const redirect = client && findRedirect(client, textIn(query, 'redirect_uri'));
  if (!client || redirect === undefined)
    return reply
      .code(400)
      .type('text/plain; charset=utf-8')
      .send(client ? 'This assistant did not register this redirect_uri.\n' : 'This client_id is not one of ours.\n');
  const state = textIn(query, 'state');
  let consent: string;
  try {
    consent = sealConsent(deps, { ...readAsked(query, client, issuer), redirect, state, issuer });
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error;
    request.refused = error.error;
    const said = { error: error.error, error_description: error.message };
    return reply.redirect(answerTo({ redirect, state, issuer }, said), 302);
  }
  // The app stands at every name of ours but that of the door.
  const { KITE_HOST, PUBLIC_ORIGINS } = deps.config;
  const [page = ''] = KITE_HOST?.toLowerCase() === request.hostname.toLowerCase() ? PUBLIC_ORIGINS : [];
  return reply.redirect(`${page}/h5/#/pages/connect/allow?${new URLSearchParams({ request: consent })}`, 302);
}

function readAsked(query: Fields, { id, name }: Client, issuer: string) {
  if (textIn(query, 'response_type') !== 'code')
    throw new OAuthFault('unsupported_response_type', '`response_type` is code');
  const challenge = textIn(query, 'code_challenge') ?? '';
  if (textIn(query, 'code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw invalidRequest('`code_challenge` is needed, with `code_challenge_method` S256');
  checkResource(query, issuer);
  const asked = new Set(
    (textIn(query, 'scope') ?? ASSISTANT_SCOPES.join(' ')).split(' ').filter((word) => word !== ''),
  );
  const scopes = ASSISTANT_SCOPES.filter((word: AssistantScope) => asked.has(word));
  if (scopes.length < asked.size || asked.size === 0)
    throw new OAuthFault('invalid_scope', `\`scope\` is some of ${ASSISTANT_SCOPES.join(' ')}`);
  return { name, client: clientHash(id), challenge, scopes };
}

/** There is one resource; a client that names another means to use its token elsewhere. */
function checkResource(fields: Fields, issuer: string): void {
  const resource = textIn(fields, 'resource') ?? issuer + RESOURCE;
  if (resource.replace(/\/$/, '') !== issuer + RESOURCE)
    throw new OAuthFault('invalid_target', `\`resource\` is ${issuer}${RESOURCE}`);
}

const needed = (fields: Fields, name: string): string => {
  const text = textIn(fields, name);
  if (text === undefined) throw invalidRequest(`\`${name}\` is missing`);
  return text;
};

async function giveTokens(deps: Deps, request: FastifyRequest) {
  const fields = fieldsIn(request.body);
  const grantType = needed(fields, 'grant_type');
  const clientId = needed(fields, 'client_id');
  checkResource(fields, originOf(request));
  let given: GrantTokens | undefined;
  if (grantType === 'authorization_code') {
    const verifier = needed(fields, 'code_verifier');
    const [code, redirect] = [needed(fields, 'code'), textIn(fields, 'redirect_uri')];
    if (VERIFIER.test(verifier)) given = await exchangeCode(deps, { code, clientId, verifier, redirect });
  } else if (grantType === 'refresh_token') {
    given = await refreshGrant(deps, { refreshToken: needed(fields, 'refresh_token'), clientId });
  } else throw new OAuthFault('unsupported_grant_type', '`grant_type` is authorization_code or refresh_token');
  if (!given) return failedGuess(deps, request, 'This grant is over, was used, or is not this client’s');
  return {
    access_token: given.accessToken,
    token_type: 'Bearer',
    expires_in: given.expiresInSeconds,
    refresh_token: given.refreshToken,
    scope: ASSISTANT_SCOPES.slice(0, ASSISTANT_SCOPES.indexOf(given.scope) + 1).join(' '),
  };
}

import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@khara/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnownPrograms } from '#modules/programs/index.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { GOOD_PASSWORD } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { type Allowing, consentIn, VERIFIER, useAssistants } from '#test/assistants.ts';
import { MCP_LET_IN } from '#test/mcp-clients.ts';
import { openPrograms } from '#test/programs.ts';

const database = useTestDatabase();
let server: Awaited<ReturnType<typeof openPrograms>>;
const { get, postForm, register, authorizePath, letIn } = useAssistants(() => server);
const jsonOf = async (answer: Response) => (await answer.json()) as Record<string, string>;
beforeAll(async () => {
  server = await openPrograms(database.app);
});
afterAll(() => server.app.close());

/** The status of a read at the place for assistants. */
async function statusWith(token: string): Promise<number> {
  server.trading.clock.advance(1_000); // what is remembered of a token is a second old at most
  const answer = await fetch(`${server.root}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

it('tells a client without a token where to ask for one', async () => {
  const refused = await fetch(`${server.root}/mcp`, { method: 'POST' });
  expect(refused.status).toBe(401);
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)!;
  const resource = (await (await fetch(metadata!)).json()) as { resource: string; authorization_servers: string[] };
  expect(resource).toMatchObject({ resource: `${server.root}/mcp`, authorization_servers: [server.root] });
  const found = await fetch(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`);
  expect(await found.json()).toMatchObject({
    issuer: server.root,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});

describe.each(Object.keys(MCP_LET_IN) as (keyof typeof MCP_LET_IN)[])('an official client %s', (kind) => {
  it('is let in by its member, and goes on with other tokens by itself', async () => {
    const own = await server.trader('read');
    const { client, kept, connect } = await MCP_LET_IN[kind](server.root, async (url) => {
      const request = consentIn(await get(url.pathname + url.search));
      expect(await own.client.get('assistantRequest', { request })).toEqual({
        name: 'Desk helper',
        host: '127.0.0.1:6274',
        isThisDevice: true,
        scopes: ['read', 'rehearse', 'trade'],
        declined: expect.stringMatching(/^http:\/\/127\.0\.0\.1:6274\/callback\?error=access_denied&state=/),
      });
      const { redirect } = await own.client.get('allowAssistant', { request, scope: 'rehearse', days: 7 });
      expect(new URL(redirect).searchParams.get('iss')).toBe(server.root);
      return redirect;
    });
    const terms = { side: 'buy', code: 'AAMRAI', quantity: 2, type: 'market', product: 'delivery' };
    const rehearsed = await client.callTool({ name: 'rehearse_order', arguments: terms });
    expect(rehearsed.structuredContent).toMatchObject({ simulated: true, data: { rehearsal: expect.any(String) } });
    const placed = await client.callTool({ name: 'place_order', arguments: { ...terms, rehearsal: 'none' } });
    expect(placed.structuredContent).toMatchObject({ refused: { reason: 'scope_trade' } });
    const before = kept.tokens!;
    server.trading.clock.advance(HOUR_MS);
    expect((await (await connect()).listTools()).tools.length).toBeGreaterThan(10);
    expect(kept.tokens!.access_token).not.toBe(before.access_token);
  });
});

describe('a request to be let in', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['of an unknown client', { client_id: 'nothing' }, /client_id/],
    ['to an address that was not registered', { redirect_uri: 'https://elsewhere.example/' }, /redirect_uri/],
    ['to another path of a loopback address', { redirect_uri: 'http://127.0.0.1:6274/other' }, /redirect_uri/],
    ['to another name of this machine', { redirect_uri: 'http://localhost:6274/callback' }, /redirect_uri/],
  ])('%s goes nowhere', async (_what, more, said) => {
    const { client_id: clientId } = await register();
    const answer = await get(authorizePath(clientId, more));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toMatch(said);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token of the browser', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for a right that there is not', { scope: 'read withdraw' }, 'invalid_scope'],
  ])('%s comes back with what is wrong', async (_what, more, error) => {
    const { client_id: clientId } = await register();
    const to = new URL((await get(authorizePath(clientId, more))).headers.get('location')!);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ error, state: 'its state', iss: server.root });
    expect(to.host).toBe('127.0.0.1:6274');
  });

  it('may come from another port of the same loopback address', async () => {
    const { client_id: clientId } = await register();
    const redirect = 'http://127.0.0.1:50123/callback';
    const request = consentIn(await get(authorizePath(clientId, { redirect_uri: redirect })));
    const { client } = await server.trader('read');
    expect(await client.get('assistantRequest', { request })).toMatchObject({ host: '127.0.0.1:50123' });
  });

  it('is over after an hour, and none can be forged', async () => {
    const { client_id: clientId } = await register();
    const request = consentIn(await get(authorizePath(clientId)));
    const { client } = await server.trader('read');
    const forged = request.replace(/^./, (first) => (first === 'e' ? 'f' : 'e'));
    expect(await client.refused('assistantRequest', { request: forged })).toBe('assistant_request_invalid');
    server.trading.clock.advance(HOUR_MS);
    const allowing = { request, scope: 'read', days: 1 } as const;
    expect(await client.refused('allowAssistant', allowing)).toBe('assistant_request_invalid');
  });
});

it.each<[string, object, string]>([
  ['without an address', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['with plain http elsewhere', { redirect_uris: ['http://elsewhere.example/'] }, 'invalid_redirect_uri'],
  ['with a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['with a fragment', { redirect_uris: ['https://elsewhere.example/#x'] }, 'invalid_redirect_uri'],
  ['with a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
  ['for passwords', { grant_types: ['password'] }, 'invalid_client_metadata'],
])('registers no client %s', async (_what, more, error) => {
  expect(await register(more)).toMatchObject({ status: 400, error });
});

describe('a member', () => {
  const trade = { scope: 'trade', dayAmount: 25_000, dayOrders: 20 } as const;

  it('lets an assistant place orders with the transaction password alone, and within a sum', async () => {
    const own = await server.trader('read');
    const { client_id: clientId } = await register();
    const request = consentIn(await get(authorizePath(clientId)));
    const allow = (more: Allowing) =>
      own.client.refused('allowAssistant', { request, days: 7, scope: 'trade', ...more });
    expect(await allow({ ...trade, dayAmount: undefined })).toBe('invalid_input');
    expect(await allow({ ...trade, dayAmount: 25_001 })).toBe('invalid_input');
    expect(await allow({ ...trade, dayOrders: 201 })).toBe('invalid_input');
    expect(await allow({ ...trade, days: 31 })).toBe('invalid_input');
    expect(await allow(trade)).toBe('transaction_password_required');
    server.trading.clock.advance(6 * 60_000);
    expect(await allow({ scope: 'read' })).toBe('password_required');
  });

  it('gives no more than was asked for', async () => {
    const own = await server.trader('read');
    const { client_id: clientId } = await register();
    const request = consentIn(await get(authorizePath(clientId, { scope: 'read' })));
    expect(await own.client.refused('allowAssistant', { request, days: 1, scope: 'rehearse' })).toBe('invalid_input');
  });

  it('ends what it let in before by letting the same client in again', async () => {
    const own = await server.trader('read');
    const { client_id: clientId } = await register();
    const tokens = [];
    for (let time = 0; time < 2; time += 1) {
      const request = consentIn(await get(authorizePath(clientId)));
      const { redirect } = await own.client.get('allowAssistant', { request, scope: 'read', days: 7 });
      const code = new URL(redirect).searchParams.get('code')!;
      const fields = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: VERIFIER };
      tokens.push((await jsonOf(await postForm('/oauth/token', fields)))['access_token']!);
    }
    expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 200]);
  });
});

describe('tokens', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['a code of its own making', { code: 'e30.AAAA' }],
  ])('are not given for %s', async (_what, more) => {
    const { exchange } = await letIn(await server.trader('read'));
    expect(await jsonOf(await exchange(more))).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange()).status).toBe(200);
  });

  it('are not given for what is no text', async () => {
    const { exchange } = await letIn(await server.trader('read'));
    expect(await jsonOf(await exchange({ client_id: '\u0000' }))).toMatchObject({ error: 'invalid_request' });
  });

  it('are not given to another client, or after five minutes', async () => {
    const { exchange } = await letIn(await server.trader('read'));
    const other = await register({ client_name: 'Another' });
    expect((await exchange({ client_id: other.client_id })).status).toBe(400);
    server.trading.clock.advance(5 * 60_000);
    expect((await exchange()).status).toBe(400);
  });

  it('end with a code that comes a second time', async () => {
    const { exchange } = await letIn(await server.trader('read'));
    const { access_token: token } = await jsonOf(await exchange());
    expect(await statusWith(token!)).toBe(200);
    expect((await exchange()).status).toBe(400);
    expect(await statusWith(token!)).toBe(401);
  });

  it('rotate, and end with a refresh token that comes a second time', async () => {
    const { exchange, refresh } = await letIn(await server.trader('read'));
    const first = await jsonOf(await exchange());
    const second = await jsonOf(await refresh(first['refresh_token']!));
    expect(await statusWith(first['access_token']!)).toBe(401);
    expect(await statusWith(second['access_token']!)).toBe(200);
    expect((await refresh(first['refresh_token']!)).status).toBe(400);
    expect(await statusWith(second['access_token']!)).toBe(401);
    expect((await refresh(second['refresh_token']!)).status).toBe(400);
  });

  it('of which two ask at once are given to one, and the grant ends', async () => {
    const { exchange, refresh } = await letIn(await server.trader('read'));
    const { refresh_token: token } = await jsonOf(await exchange());
    const answers = await Promise.all([refresh(token!), refresh(token!)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('are good for an hour, and no longer than the grant', async () => {
    const { exchange, refresh } = await letIn(await server.trader('read'), { days: 1 });
    const { access_token: token, refresh_token: next } = await jsonOf(await exchange());
    server.trading.clock.advance(HOUR_MS - 2_000);
    expect(await statusWith(token!)).toBe(200);
    expect(await statusWith(token!)).toBe(401);
    server.trading.clock.advance(DAY_MS);
    expect((await refresh(next!)).status).toBe(400);
  });

  it.each(['access_token', 'refresh_token'])('are given back by their %s', async (which) => {
    const { exchange, refresh } = await letIn(await server.trader('read'));
    const tokens = await jsonOf(await exchange());
    for (let time = 0; time < 2; time += 1)
      expect((await postForm('/oauth/revoke', { token: tokens[which]! })).status).toBe(200);
    expect(await statusWith(tokens['access_token']!)).toBe(401);
    expect((await refresh(tokens['refresh_token']!)).status).toBe(which === 'access_token' ? 200 : 400);
  });

  it('end with a change of the password, and open at no door for programs', async () => {
    const own = await server.trader('read');
    const { exchange } = await letIn(own);
    const { access_token: token } = await jsonOf(await exchange());
    expect(await statusWith(token!)).toBe(200);
    const [id, access] = token!.split('.');
    const atDoor = await server.ask('/orders', { api_key: id!, access_token: access! });
    expect(atDoor.status).toBe(403);
    await own.client.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: 'darwaza-55-hara' });
    expect(await statusWith(token!)).toBe(401);
  });

  it('open at another server, and not by a row that none wrote', async () => {
    const own = await server.trader('read');
    const { exchange } = await letIn(own);
    const [id, token] = (await jsonOf(await exchange()))['access_token']!.split('.');
    const elsewhere = () =>
      createKnownPrograms({ db: database.app, clock: server.trading.clock }).find(id!, token!, '203.0.113.7');
    expect(await elsewhere()).toMatchObject({ kind: 'assistant', program: { assistant: { name: 'Desk helper' } } });
    const verify = async () =>
      (await database.admin.snapshot((tx) => verifyRecordedRows(tx, server.deps.keys)))
        .filter(({ violations }) => violations > 0)
        .map(({ name }) => name);
    expect(await verify()).toEqual([]);
    const move = (by: number) =>
      database.admin.query(
        'test.move_end',
        'UPDATE accounts.program_key SET expires_at = expires_at + $2::integer WHERE id = $1',
        [id, by],
      );
    await move(1);
    expect(await elsewhere()).toEqual({ kind: 'unknown' });
    expect(await verify()).toEqual(['program_keys_recorded']);
    await move(-1);
    expect((await elsewhere()).kind).toBe('assistant');
  });
});

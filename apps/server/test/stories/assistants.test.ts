import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DOOR_LINES } from '@khara/contract';
import { readRealityNote } from '@khara/proof';
import { textsFor } from '@khara/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTools } from '#src/http/mcp/mcp.ts';
import { useTestDatabase } from '#test/database.ts';
import { MCP_CLIENTS, type McpClientName } from '#test/mcp-clients.ts';
import { openPrograms } from '#test/programs.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/assistant/first-fill.mjs', import.meta.url));
const SKILL = fileURLToPath(new URL('../../../../skills/khara/scripts/', import.meta.url));
const run = promisify(execFile);

const database = useTestDatabase();
let server: Awaited<ReturnType<typeof openPrograms>>;
beforeAll(async () => {
  server = await openPrograms(database.app);
});
afterAll(() => server.app.close());

/** What these tests read of the answers. */
type Told = {
  readonly simulated: true;
  readonly data: {
    readonly list: readonly { readonly code: string }[];
    readonly charges: { readonly total: string };
    readonly expectedFill: object;
    readonly rehearsal: string;
    readonly orderId: string;
    readonly note: string;
    readonly publicKey: string;
  };
  readonly refused: { readonly nearest: readonly string[] };
};
type Key = { readonly key: { readonly id: string }; readonly accessToken: string };
/** An official client of the protocol, unpatched, with the key of a member. */
async function connect({ key, accessToken }: Key, kind: McpClientName = 'of 2026') {
  const client = await MCP_CLIENTS[kind](server.root, { authorization: `Bearer ${key.id}:${accessToken}` });
  const call = async (name: string, fields: Record<string, unknown> = {}) => {
    server.trading.clock.advance(200); // no more calls a second than a key may send
    const { structuredContent, isError = false, content } = await client.callTool({ name, arguments: fields });
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
    return { isError, ...(structuredContent as unknown as Told) };
  };
  return { client, call };
}

it('offers every tool that the lines of keys name, and none that moves money, identity or limits', () => {
  const names = listTools().map(({ name }) => String(name));
  for (const line of DOOR_LINES) if ('tools' in line) expect(names).toEqual(expect.arrayContaining([...line.tools]));
  for (const name of names) expect(name).not.toMatch(/withdraw|recharge|bank|kyc|password|limit/);
  const { tool: words } = textsFor('en').assistants;
  const reading = names.filter((name) => !['rehearse_order', 'place_order', 'cancel_order'].includes(name));
  expect(Object.keys(words).toSorted()).toEqual(['read_resource', ...reading].toSorted());
});

describe('an assistant with a key', () => {
  const terms = { side: 'buy', code: 'AAMRAI', quantity: 2, type: 'market', product: 'delivery' };

  it('finds tools whose list is short', async () => {
    const { client } = await connect(await server.trader('read'));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(listTools().map(({ name }) => name));
    expect(JSON.stringify(tools).length).toBeLessThan(25_000);
  });

  it('has three prompts, whose words take no more from outside than a number or a code', async () => {
    const { client } = await connect(await server.trader('read'));
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review_my_day', 'explain_this_order', 'plan_before_trade']);
    const plan = (code: string) => client.getPrompt({ name: 'plan_before_trade', arguments: { code } });
    const { messages } = await plan('AAMRAI');
    expect(messages[0]!.content.text).toMatch(/about AAMRAI\. Ask me/);
    await expect(plan('AAMRAI and place an order')).rejects.toThrow();
  });

  it.each(Object.keys(MCP_CLIENTS) as McpClientName[])('calls every tool that reads, by a client %s', async (kind) => {
    const { call } = await connect(await server.trader('read'), kind);
    const found = await call('search_shares', { keyword: 'AAMRAI' });
    expect(found.data.list.map(({ code }) => code)).toEqual(['AAMRAI']);
    for (const name of ['get_quote', 'get_depth'])
      expect(await call(name, { code: 'AAMRAI' })).toMatchObject({ simulated: true, data: { code: 'AAMRAI' } });
    expect(
      (
        await call('rehearse_order', {
          side: 'buy',
          code: 'AAMRAI',
          quantity: 2,
          type: 'market',
          product: 'delivery',
        })
      ).data.charges.total,
    ).toMatch(/^\d/);
    for (const name of [
      'get_money',
      'list_holdings',
      'list_positions',
      'list_orders',
      'list_trades',
      'list_screens',
      'what_time_is_it',
    ])
      expect(await call(name)).toMatchObject({ simulated: true, isError: false });
  });

  it.each(Object.keys(MCP_CLIENTS) as McpClientName[])(
    'reads the statement, own stories and the manuals as resources, by a client %s',
    async (kind) => {
      const own = await server.trader('trade');
      const { client, call } = await connect(own, kind);
      const { rehearsal } = (await call('rehearse_order', terms)).data;
      const { orderId } = (await call('place_order', { ...terms, rehearsal })).data;
      const read = async (uri: string, by = client) => (await by.readResource({ uri })).contents[0]!.text;
      const listed = (await client.listResources()).resources.map(({ uri }) => uri);
      expect(listed).toEqual(expect.arrayContaining(['khara://statement', 'khara://docs/assistants.md']));
      expect(await read('khara://docs/assistants.md')).toMatch(/^# Assistants/);
      const statement = await read('khara://statement');
      expect(JSON.parse(statement)).toMatchObject({
        simulated: true,
        data: [{ businessType: 'charges' }, { businessType: 'buy' }, { businessType: 'recharge', after: '100000.00' }],
      });
      expect(statement).not.toContain('remark');
      const story = await read(`khara://orders/${orderId}`);
      expect(JSON.parse(story)).toMatchObject({ simulated: true, data: { id: orderId, code: 'AAMRAI' } });
      const stranger = await connect(await server.trader('read'), kind);
      await expect(read(`khara://orders/${orderId}`, stranger.client)).rejects.toThrow(/not found/i);
      for (const uri of ['khara://docs/..%2Fpackage.json', 'file:///etc/passwd', 'khara://orders/x'])
        await expect(read(uri)).rejects.toThrow(/not found/i);
    },
  );

  it('says by a signed note that nothing is real', async () => {
    const { call } = await connect(await server.trader('read'));
    const { data } = await call('is_this_real');
    const key = { name: server.deps.keys.log.name, publicKey: Buffer.from(data.publicKey, 'hex') };
    expect(readRealityNote(data.note, key)).toMatchObject({ ok: true, note: { installation: key.name } });
    expect(readRealityNote(data.note.replace('time 1', 'time 2'), key)).toMatchObject({ ok: false });
  });

  /** What an assistant rehearses, and places. */
  async function trade() {
    const { call } = await connect(await server.trader('trade'));
    const rehearse = async (more: Record<string, unknown> = {}) =>
      (await call('rehearse_order', { ...terms, ...more })).data;
    const place = (rehearsal: unknown, more: Record<string, unknown> = {}) =>
      call('place_order', { ...terms, ...more, rehearsal });
    return { call, rehearse, place };
  }

  it('places what it rehearsed, once, whatever it repeats', async () => {
    const { call, rehearse, place } = await trade();
    const { rehearsal, expectedFill } = await rehearse();
    expect(expectedFill).toMatchObject({ quantity: 2, waits: 0 });
    const answers = await Promise.all([place(rehearsal), place(rehearsal), place(rehearsal)]);
    const ids = new Set(answers.map(({ data }) => data.orderId));
    expect(ids.size).toBe(1);
    const { data } = await call('list_orders');
    expect(data.list).toMatchObject([{ id: [...ids][0], code: 'AAMRAI', quantity: 2 }]);
  });

  it('places one order by a rehearsal, in whatever way its seal is written', async () => {
    const { call, rehearse, place } = await trade();
    const { rehearsal } = await rehearse();
    for (const text of [rehearsal, `${rehearsal}.x`, `${rehearsal}=`, rehearsal.replace('.', '.\n')]) await place(text);
    expect((await call('list_orders')).data.list).toHaveLength(1);
  });

  it('is counted by its messages, not by its batches', async () => {
    const { key, accessToken } = await server.trader('read');
    const message = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'what_time_is_it', arguments: {} } };
    const send = (messages: number) =>
      fetch(`${server.root}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.id}:${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(Array.from({ length: messages }, (_, id) => ({ ...message, id }))),
      });
    expect((await send(11)).status).toBe(429);
    expect((await send(10)).status).toBe(200);
    expect((await send(1)).status).toBe(429);
  });

  it('buys its first share by the example', async () => {
    const { key, accessToken } = await server.trader('trade');
    const { stdout } = await run(process.execPath, [EXAMPLE], {
      env: { ...process.env, KHARA_ROOT: server.root, KHARA_KEY: key.id, KHARA_TOKEN: accessToken },
    });
    expect(stdout).toMatch(/^Nothing here is real.*\nwould cost \d.*\n\d+ complete\nfilled 1 at \d/);
  });

  it('reads, rehearses and places by the scripts of the skill', async () => {
    const { key, accessToken } = await server.trader('trade');
    const env = { ...process.env, KHARA_ROOT: server.root, KHARA_KEY: key.id, KHARA_TOKEN: accessToken };
    const node = async (script: string, ...words: readonly string[]) =>
      (await run(process.execPath, [`${SKILL}${script}.mjs`, ...words], { env })).stdout;
    expect(await node('call')).toMatch(/^search_shares .*\n {2}/);
    expect(JSON.parse(await node('call', 'get_quote', '{"code":"AAMRAI"}'))).toMatchObject({ code: 'AAMRAI' });
    const orders = async () => (JSON.parse(await node('call', 'list_orders')) as Told['data']).list;
    expect(JSON.parse(await node('order', 'buy', 'AAMRAI', '2'))).toMatchObject({ simulated: true });
    expect(await orders()).toEqual([]);
    expect(await node('order', 'buy', 'AAMRAI', '2', '--place')).toContain('"status":"placed"');
    expect(await orders()).toMatchObject([{ code: 'AAMRAI' }]);
    await expect(node('order', 'buy', 'AAMRAY', '2')).rejects.toThrow(/unknown_code/);
  });

  it.each<[string, string, (at: Awaited<ReturnType<typeof trade>>) => Promise<unknown>]>([
    ['without a rehearsal', 'rehearsal_required', ({ place }) => place('nothing')],
    [
      'with a seal of its own making',
      'rehearsal_required',
      async ({ rehearse, place }) =>
        place((await rehearse()).rehearsal.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'))),
    ],
    [
      'with a rehearsal of another order',
      'rehearsal_of_another',
      async ({ rehearse, place }) => place((await rehearse()).rehearsal, { quantity: 3 }),
    ],
    [
      'with a rehearsal of another member',
      'rehearsal_required',
      async ({ rehearse }) => (await trade()).place((await rehearse()).rehearsal),
    ],
    [
      'later than two minutes',
      'rehearsal_ended',
      async ({ rehearse, place }) => {
        const { rehearsal } = await rehearse();
        server.trading.clock.advance(120_001);
        return place(rehearsal);
      },
    ],
  ])('places nothing %s', async (_how, reason, attempt) => {
    const at = await trade();
    expect(await attempt(at)).toMatchObject({ isError: true, refused: { reason } });
    expect((await at.call('list_orders')).data.list).toEqual([]);
  });

  it('may not place with a key that reads', async () => {
    const { call } = await connect(await server.trader('read'));
    const { rehearsal } = (await call('rehearse_order', terms)).data;
    expect(await call('place_order', { ...terms, rehearsal })).toMatchObject({ isError: true });
  });

  it('hears what is wrong, where, and what would be right', async () => {
    const { call } = await connect(await server.trader('read'));
    expect(await call('get_quote', { code: 'AAMRAY' })).toMatchObject({
      isError: true,
      refused: { reason: 'unknown_code' },
    });
    expect((await call('get_quote', { code: 'AAMRAY' })).refused.nearest[0]).toBe('AAMRAI');
    expect(await call('get_candles', { code: 'AAMRAI', interval: '7m' })).toMatchObject({
      isError: true,
      refused: { reason: 'invalid_input', field: 'interval', example: '1m' },
    });
    expect(await call('cancel_order', { id: '1' })).toMatchObject({ isError: true });
    expect(await call('withdraw', {})).toMatchObject({ isError: true, refused: { reason: 'invalid_input' } });
  });
});

it('refuses a request without a right token, and says how to ask', async () => {
  for (const authorization of ['', 'Bearer nothing', `Bearer ${'0'.repeat(16)}:nothing`]) {
    const answer = await fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="khara", resource_metadata="http:/),
    ]);
  }
});

it('keeps no session: GET and DELETE are no methods of it', async () => {
  const { key, accessToken } = await server.trader('read');
  for (const method of ['GET', 'DELETE'])
    expect(
      (
        await fetch(`${server.root}/mcp`, {
          method,
          headers: { authorization: `Bearer ${key.id}:${accessToken}`, accept: 'text/event-stream' },
        })
      ).status,
    ).toBe(405);
});

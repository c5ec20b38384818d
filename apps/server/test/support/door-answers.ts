import { createHash } from 'node:crypto';
import type { openPrograms } from './programs.ts';
import { tokenOf } from './programs.ts';

const form = (method: string, fields: object) => ({ method, body: new URLSearchParams({ ...fields } as never) });
const json = (fields: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify([fields]),
});
const order = {
  exchange: 'KHR',
  tradingsymbol: 'AAMRAI',
  transaction_type: 'BUY',
  quantity: 2,
  product: 'CNC',
  order_type: 'MARKET',
  tag: 'trend',
};

/** What each call of the door answers in a session that has an order, a trade and a holding: its `data`, or its CSV. */
export async function doorAnswers({
  trader,
  trading,
  ask,
}: Awaited<ReturnType<typeof openPrograms>>): Promise<ReadonlyMap<string, unknown>> {
  const own = await trader('trade', { redirect: 'http://127.0.0.1:5000/back' });
  let login = tokenOf(own);
  const answers = new Map<string, unknown>();
  const send = async (name: string, path: string, request: RequestInit = {}) => {
    trading.clock.advance(1000);
    const answer = await ask(path, login, request);
    const isCsv = answer.headers.get('content-type') === 'text/csv';
    const said = isCsv ? await answer.text() : ((await answer.json()) as { data: unknown }).data;
    if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status} ${JSON.stringify(said)}`);
    answers.set(name, said);
    return said as never;
  };
  const name = encodeURIComponent('KHR:AAMRAI');

  const { redirect } = await own.client.get('allowProgram', { id: own.key.id });
  const proof = (token: string) =>
    createHash('sha256')
      .update(own.key.id + token + own.secret)
      .digest('hex');
  const request_token = new URL(redirect).searchParams.get('request_token')!;
  const session: { refresh_token: string } = await send(
    'POST /session/token',
    '/session/token',
    form('POST', { api_key: own.key.id, request_token, checksum: proof(request_token) }),
  );
  const { refresh_token } = session;
  const renewed: { access_token: string } = await send(
    'POST /session/refresh_token',
    '/session/refresh_token',
    form('POST', { api_key: own.key.id, refresh_token, checksum: proof(refresh_token) }),
  );
  login = { api_key: own.key.id, access_token: renewed.access_token };

  const { order_id: id }: { order_id: string } = await send(
    'POST /orders/{variety}',
    '/orders/regular',
    form('POST', order),
  );
  const limit = { ...order, order_type: 'LIMIT', price: trading.inside('AAMRAI') };
  trading.clock.advance(1000);
  const resting = await ask('/orders/regular', login, form('POST', limit));
  const { data } = (await resting.json()) as { data: { order_id: string } };
  await send('PUT /orders/{variety}/{order_id}', `/orders/regular/${data.order_id}`, form('PUT', { quantity: 1 }));
  await send('DELETE /orders/{variety}/{order_id}', `/orders/regular/${data.order_id}`, { method: 'DELETE' });

  const csv: string = await send('GET /instruments', '/instruments');
  const token = csv
    .split('\n')
    .find((line) => line.includes(',AAMRAI,'))!
    .split(',')[0]!;
  const day = trading.deps.market.now().marketDate;
  const span = new URLSearchParams({ from: `${day} 00:00:00`, to: `${day} 23:59:59` });
  for (const [said, path = said] of [
    ['/user/profile'],
    ['/user/margins'],
    ['/user/margins/{segment}', '/user/margins/equity'],
    ['/instruments/{exchange}', '/instruments/KHR'],
    ['/quote', `/quote?i=${name}`],
    ['/quote/ohlc', `/quote/ohlc?i=${name}`],
    ['/quote/ltp', `/quote/ltp?i=${name}`],
    ['/instruments/historical/{token}/{interval}', `/instruments/historical/${token}/5minute?${span}`],
    ['/instruments/trigger_range/{side}', `/instruments/trigger_range/buy?i=${name}`],
    ['/orders'],
    ['/orders/{order_id}', `/orders/${id}`],
    ['/orders/{order_id}/trades', `/orders/${id}/trades`],
    ['/trades'],
    ['/portfolio/holdings'],
    ['/portfolio/holdings/summary'],
    ['/portfolio/holdings/compact'],
    ['/portfolio/positions'],
  ] as const)
    await send(`GET ${said}`, path);
  const change = {
    exchange: 'KHR',
    tradingsymbol: 'AAMRAI',
    transaction_type: 'BUY',
    position_type: 'day',
    quantity: 1,
  };
  const products = { old_product: 'CNC', new_product: 'MIS' };
  await send('PUT /portfolio/positions', '/portfolio/positions', form('PUT', { ...change, ...products }));
  await send('POST /margins/orders', '/margins/orders', json(limit));
  await send('POST /margins/basket', '/margins/basket', json(limit));
  await send('POST /charges/orders', '/charges/orders', json({ ...limit, average_price: limit.price }));

  const tick = trading.deps.market.instrument('AAMRAI')!.tick;
  const above = (trading.quote('AAMRAI').lastPrice + tick * 100) / 100;
  const sale = { ...limit, transaction_type: 'SELL', quantity: 1, price: above };
  const trigger = {
    type: 'single',
    condition: JSON.stringify({ exchange: 'KHR', tradingsymbol: 'AAMRAI', trigger_values: [above], last_price: 0 }),
    orders: JSON.stringify([sale]),
  };
  const { trigger_id: waiting }: { trigger_id: number } = await send(
    'POST /gtt/triggers',
    '/gtt/triggers',
    form('POST', trigger),
  );
  await send('GET /gtt/triggers', '/gtt/triggers');
  await send('GET /gtt/triggers/{trigger_id}', `/gtt/triggers/${waiting}`);
  await send('PUT /gtt/triggers/{trigger_id}', `/gtt/triggers/${waiting}`, form('PUT', trigger));
  await send('DELETE /gtt/triggers/{trigger_id}', `/gtt/triggers/${waiting}`, { method: 'DELETE' });
  const alert = { name: 'high', lhs_exchange: 'KHR', lhs_tradingsymbol: 'AAMRAI', operator: '>=', rhs_constant: above };
  const { uuid }: { uuid: string } = await send('POST /alerts', '/alerts', form('POST', alert));
  await send('GET /alerts', '/alerts');
  await send('GET /alerts/{uuid}', `/alerts/${uuid}`);
  await send('GET /alerts/{uuid}/history', `/alerts/${uuid}/history`);
  await send('PUT /alerts/{uuid}', `/alerts/${uuid}`, form('PUT', { name: 'higher', status: 'disabled' }));
  await send('DELETE /alerts', `/alerts?uuid=${uuid}`, { method: 'DELETE' });
  await send('DELETE /session/token', `/session/token?${new URLSearchParams(login)}`, { method: 'DELETE' });
  return answers;
}

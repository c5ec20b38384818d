/**
 * What bench/orders.ts compares orders over HTTP with: the function of six rows behind bare Fastify with JSON
 * schemas, one call a request. Takes how to reach the database as its argument, and sends its port to its
 * parent.
 */
import { fastify } from 'fastify';
import pg from 'pg';
import { ACCOUNTS, BARE_ORDER } from './order-function.ts';

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 16 });
const app = fastify();
const body = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    quantity: { type: 'integer', minimum: 1 },
    requestId: { type: 'string' },
    account: { type: 'integer', minimum: 1, maximum: ACCOUNTS },
  },
  required: ['code', 'quantity', 'requestId', 'account'],
};
const data = { type: 'object', properties: { seq: { type: 'string' } } };
const answer = { type: 'object', properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } };
type Body = {
  readonly code: string;
  readonly quantity: number;
  readonly requestId: string;
  readonly account: number;
};
app.post<{ Body: Body }>('/order', { schema: { body, response: { 200: answer } } }, async ({ body: order }) => {
  const { rows } = await pool.query<{ seq: string }>({
    name: 'place',
    text: BARE_ORDER.text,
    values: [order.account, order.requestId, order.code, order.quantity, 132_540],
  });
  return { code: 200, msg: 'Operation successful', data: rows[0] };
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: Number(new URL(address).port) });
process.on('disconnect', () => process.exit(0));

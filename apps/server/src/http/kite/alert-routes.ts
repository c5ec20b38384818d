import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Data } from '@khara/contract';
import type { Door, DoorCaller } from './caller.ts';
import { notOffered, sendJson, wrongField } from './failure.ts';
import { fieldsIn, listIn, neededText, priceIn, textIn, wordIn } from './fields.ts';
import { clockTextOf, EXCHANGE, isExchange, marketInstantOf, numberIn } from './market-words.ts';

type Alert = Data<'alerts'>['list'][number];

const success = (data: unknown) => ({ status: 'success', data });
const OPERATORS = { '>=': 'above', '>': 'above', '<=': 'below', '<': 'below' } as const;

/** Simple alerts: one notice when the last price reaches a constant. */
export function routeAlerts(app: FastifyInstance, door: Door): void {
  const { market, clock } = door.deps;
  const reads = { scope: 'read', rate: 'others' } as const;
  const writes = { scope: 'trade', rate: 'others' } as const;
  const time = (realMs: number) => clockTextOf(marketInstantOf(market, clock.now(), realMs));
  const show = (caller: DoorCaller, alert: Alert, name?: string) => {
    const { id, code, condition, price, at, metAt } = alert;
    const operator = condition === 'above' ? '>=' : '<=';
    return {
      type: 'simple',
      user_id: caller.program.member.userId,
      uuid: id,
      name: name ?? `${code} ${operator} ${price}`,
      status: metAt === null ? 'enabled' : 'disabled',
      disabled_reason: '',
      lhs_attribute: 'LastTradedPrice',
      lhs_exchange: EXCHANGE,
      lhs_tradingsymbol: code,
      operator,
      rhs_type: 'constant',
      rhs_attribute: '',
      rhs_exchange: '',
      rhs_tradingsymbol: '',
      rhs_constant: numberIn(price),
      alert_count: metAt === null ? 0 : 1,
      created_at: time(at),
      updated_at: time(metAt ?? at),
    };
  };
  app.get('/alerts', async (request, reply) => {
    const caller = await door.open(request, reads);
    const { list } = await caller.ask('alerts', {});
    return sendJson(reply, success(list.map((alert) => show(caller, alert))));
  });
  app.get('/alerts/:id', async (request, reply) => {
    const caller = await door.open(request, reads);
    return sendJson(reply, success(show(caller, await found(caller, request))));
  });
  app.get('/alerts/:id/history', async (request, reply) => {
    const caller = await door.open(request, reads);
    const alert = await found(caller, request);
    const { uuid, type, updated_at: time } = show(caller, alert);
    const condition = `${alert.code} ${alert.condition} ${alert.price}`;
    return sendJson(
      reply,
      success(alert.metAt === null ? [] : [{ uuid, type, meta: [], condition, created_at: time }]),
    );
  });
  app.post('/alerts', async (request, reply) => {
    const caller = await door.open(request, writes);
    const fields = fieldsIn(request.body);
    if ((textIn(fields, 'type') ?? 'simple') !== 'simple') throw notOffered('alerts that place orders');
    if ((textIn(fields, 'rhs_type') ?? 'constant') !== 'constant')
      throw wrongField('rhs_type', '`rhs_type` is constant');
    if (!isExchange(neededText(fields, 'lhs_exchange'))) throw wrongField('lhs_exchange', '`lhs_exchange` is KHR');
    const alert = await caller.ask('saveAlert', {
      code: neededText(fields, 'lhs_tradingsymbol'),
      condition: wordIn(fields, 'operator', OPERATORS),
      price: priceIn(fields, 'rhs_constant'),
    });
    return sendJson(reply, success(show(caller, alert, textIn(fields, 'name'))));
  });
  app.route({
    method: 'PUT',
    url: '/alerts/:id',
    handler: async (request) => {
      await door.open(request, writes);
      throw notOffered('the change of alerts: delete it and make another');
    },
  });
  app.delete('/alerts', async (request, reply) => {
    const caller = await door.open(request, writes);
    const ids = listIn({ ...fieldsIn(request.query), ...fieldsIn(request.body) }, 'uuid');
    if (ids.length === 0) throw wrongField('uuid', '`uuid` is missing');
    for (const id of ids) await caller.ask('deleteAlert', { id });
    return sendJson(reply, success(null));
  });
}

async function found(caller: DoorCaller, request: FastifyRequest): Promise<Alert> {
  const id = neededText(fieldsIn(request.params), 'id');
  const alert = (await caller.ask('alerts', {})).list.find((each) => each.id === id);
  if (!alert) throw wrongField('uuid', 'There is no such alert');
  return alert;
}

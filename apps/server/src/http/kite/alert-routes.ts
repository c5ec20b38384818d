import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Data } from '@khara/contract';
import type { Door, DoorCaller } from './caller.ts';
import { notOffered, sendJson, wrongField } from './failure.ts';
import { fieldsIn, listIn, neededText, priceIn, textIn, wordIn, type Fields } from './fields.ts';
import { toClockText, EXCHANGE, isExchange, toMarketInstant, numberIn, instrumentToken } from './market-words.ts';

type Alert = Data<'alerts'>['list'][number];

const success = (data: unknown) => ({ status: 'success', data });
const OPERATORS = { '>=': 'above', '>': 'above', '<=': 'below', '<': 'below' } as const;
const STATUSES = { ENABLED: false, DISABLED: true } as const;
/** Of what is not known: as the recorded answers have it. */
const NEVER = '0001-01-01 00:00:00';

/** Simple alerts: one notice when the last price reaches a constant. */
export function routeAlerts(app: FastifyInstance, door: Door): void {
  const { market, clock } = door.deps;
  const reads = { scope: 'read', rate: 'others' } as const;
  const writes = { scope: 'trade', rate: 'others' } as const;
  const time = (realMs: number) => toClockText(toMarketInstant(market, clock.now(), realMs));
  const show = (caller: DoorCaller, alert: Alert) => {
    const { id, code, condition, price, label, paused, at, updatedAt, metAt } = alert;
    const operator = condition === 'above' ? '>=' : '<=';
    return {
      type: 'simple',
      user_id: caller.program.member.userId,
      uuid: id,
      name: label ?? `${code} ${operator} ${price}`,
      status: metAt === null && !paused ? 'enabled' : 'disabled',
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
      updated_at: time(updatedAt),
    };
  };
  /** When it was met, and what is known of the price then. */
  const toMeeting = (alert: Alert, metAt: number) => {
    const { id: uuid, code, condition, price, metPrice } = alert;
    const instrument = market.instrument(code);
    return {
      uuid,
      type: 'simple',
      meta: [
        {
          instrument_token: instrument ? instrumentToken(instrument) : 0,
          tradingsymbol: code,
          timestamp: time(metAt),
          last_price: numberIn(metPrice),
          ohlc: { open: 0, high: 0, low: 0, close: 0 },
          net_change: 0,
          exchange: EXCHANGE,
          last_trade_time: NEVER,
          last_quantity: 0,
          buy_quantity: 0,
          sell_quantity: 0,
          volume: 0,
          volume_tick: 0,
          average_price: 0,
          oi: 0,
          oi_day_high: 0,
          oi_day_low: 0,
          lower_circuit_limit: 0,
          upper_circuit_limit: 0,
        },
      ],
      condition: `LastTradedPrice("${EXCHANGE}:${code}") ${condition === 'above' ? '>=' : '<='} ${numberIn(price)}`,
      created_at: time(metAt),
      order_meta: null,
    };
  };
  app.get('/alerts', async (request, reply) => {
    const caller = await door.open(request, reads);
    const { list } = await caller.ask('alerts', {});
    return sendJson(reply, success(list.map((alert) => show(caller, alert))));
  });
  app.get('/alerts/:id', async (request, reply) => {
    const caller = await door.open(request, reads);
    return sendJson(reply, success(show(caller, await findAlert(caller, idIn(request)))));
  });
  app.get('/alerts/:id/history', async (request, reply) => {
    const caller = await door.open(request, reads);
    const alert = await findAlert(caller, idIn(request));
    return sendJson(reply, success(alert.metAt === null ? [] : [toMeeting(alert, alert.metAt)]));
  });
  app.post('/alerts', async (request, reply) => {
    const caller = await door.open(request, writes);
    const fields = fieldsIn(request.body);
    refuseOtherKinds(fields);
    if (!isExchange(neededText(fields, 'lhs_exchange'))) throw wrongField('lhs_exchange', '`lhs_exchange` is KHR');
    const alert = await caller.ask('saveAlert', {
      code: neededText(fields, 'lhs_tradingsymbol'),
      condition: wordIn(fields, 'operator', OPERATORS),
      price: priceIn(fields, 'rhs_constant'),
      label: textIn(fields, 'name'),
    });
    return sendJson(reply, success(show(caller, alert)));
  });
  app.put('/alerts/:id', async (request, reply) => {
    const caller = await door.open(request, writes);
    const fields = fieldsIn(request.body);
    refuseOtherKinds(fields);
    const { id, code } = await findAlert(caller, idIn(request));
    if ((textIn(fields, 'lhs_tradingsymbol') ?? code) !== code)
      throw wrongField('lhs_tradingsymbol', 'A change keeps the instrument');
    if (!isExchange(textIn(fields, 'lhs_exchange') ?? EXCHANGE))
      throw wrongField('lhs_exchange', '`lhs_exchange` is KHR');
    const has = (name: string) => textIn(fields, name) !== undefined;
    const alert = await caller.ask('changeAlert', {
      id,
      condition: has('operator') ? wordIn(fields, 'operator', OPERATORS) : undefined,
      price: priceIn(fields, 'rhs_constant'),
      label: textIn(fields, 'name'),
      paused: has('status') ? wordIn(fields, 'status', STATUSES) : undefined,
    });
    return sendJson(reply, success(show(caller, alert)));
  });
  app.delete('/alerts', async (request, reply) => {
    const caller = await door.open(request, writes);
    const ids = listIn({ ...fieldsIn(request.query), ...fieldsIn(request.body) }, 'uuid');
    if (ids.length === 0) throw wrongField('uuid', '`uuid` is missing');
    for (const id of ids) await findAlert(caller, id); // before any of them is gone
    for (const id of ids) await caller.ask('deleteAlert', { id });
    return sendJson(reply, success(null));
  });
}

/** Only simple alerts on a constant are offered. */
function refuseOtherKinds(fields: Fields): void {
  if ((textIn(fields, 'type') ?? 'simple') !== 'simple') throw notOffered('alerts that place orders');
  if ((textIn(fields, 'lhs_attribute') ?? 'LastTradedPrice') !== 'LastTradedPrice')
    throw wrongField('lhs_attribute', '`lhs_attribute` is LastTradedPrice');
  if ((textIn(fields, 'rhs_type') ?? 'constant') !== 'constant') throw wrongField('rhs_type', '`rhs_type` is constant');
}

const idIn = (request: FastifyRequest): string => neededText(fieldsIn(request.params), 'id');

async function findAlert(caller: DoorCaller, id: string): Promise<Alert> {
  const alert = (await caller.ask('alerts', {})).list.find((each) => each.id === id);
  if (!alert) throw wrongField('uuid', 'There is no such alert');
  return alert;
}

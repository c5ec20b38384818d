import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Data } from '@khara/contract';
import { logIn, logOut, type Login } from '#modules/programs/index.ts';
import type { Door, DoorCaller } from './caller.ts';
import { wrongField } from './failure.ts';
import { fieldsIn, neededText, textIn } from './fields.ts';
import { clockText, EXCHANGE, numberIn } from './market-words.ts';
import { sendJson } from './failure.ts';

/** Longer than any key: no text of others travels on. */
const MAX_KEY_LENGTH = 64;

const success = (data: unknown) => ({ status: 'success', data });

/** Logging in and out, and what a program may know of its member. */
export function routeUser(app: FastifyInstance, door: Door): void {
  const { deps } = door;

  /** Brings the member's browser to the page of the app that asks. Clients open it with their key. */
  app.get('/connect/login', (request, reply) => {
    const keyId = neededText(fieldsIn(request.query), 'api_key');
    const [page = ''] = deps.config.KITE_HOST === undefined ? [] : deps.config.PUBLIC_ORIGINS;
    const asking = new URLSearchParams({ api_key: keyId.slice(0, MAX_KEY_LENGTH) });
    return reply.redirect(`${page}/h5/#/pages/personal/keys/index?${asking}`);
  });

  const tokens = (by: 'request' | 'refresh') => async (request: FastifyRequest) => {
    const fields = fieldsIn(request.body);
    const keyId = neededText(fields, 'api_key');
    const token = neededText(fields, by === 'request' ? 'request_token' : 'refresh_token');
    const checksum = neededText(fields, 'checksum');
    const login = await logIn(deps, by, { keyId, token, checksum });
    if (!login) return door.fail(request, 'Token is invalid or has expired.');
    request.userId = login.key.memberId;
    return toSession(login, clockText(deps.market.now().marketTime));
  };
  app.post('/session/token', async (request, reply) => sendJson(reply, success(await tokens('request')(request))));
  app.post('/session/refresh_token', async (request, reply) =>
    sendJson(reply, success(await tokens('refresh')(request))),
  );
  for (const url of ['/session/token', '/session/refresh_token'])
    app.delete(url, async (request, reply) => {
      const fields = { ...fieldsIn(request.query), ...fieldsIn(request.body) };
      const keyId = neededText(fields, 'api_key');
      const token = textIn(fields, 'access_token') ?? neededText(fields, 'refresh_token');
      if (!(await logOut(deps, keyId, token))) return door.fail(request, 'Token is invalid or has expired.');
      return sendJson(reply, success(true));
    });

  app.get('/user/profile', async (request, reply) => {
    const caller = await door.open(request, { scope: 'read', rate: 'others' });
    const { userInfo } = await caller.ask('userDetail', {});
    return sendJson(
      reply,
      success({ ...toProfile(userInfo.id, userInfo.nickname), meta: { demat_consent: 'consent' } }),
    );
  });
  app.get('/user/margins', async (request, reply) => {
    const caller = await door.open(request, { scope: 'read', rate: 'others' });
    return sendJson(reply, success({ equity: await readFunds(caller), commodity: NO_FUNDS }));
  });
  app.get('/user/margins/:segment', async (request, reply) => {
    const caller = await door.open(request, { scope: 'read', rate: 'others' });
    const { segment } = request.params as { segment: string }; // the router gives texts
    if (segment !== 'equity' && segment !== 'commodity')
      throw wrongField('segment', '`segment` is equity or commodity');
    return sendJson(reply, success(segment === 'equity' ? await readFunds(caller) : NO_FUNDS));
  });
}

const toProfile = (id: string, name: string) => ({
  user_id: id,
  user_type: 'individual',
  email: '',
  user_name: name,
  user_shortname: name,
  broker: 'KHARA',
  exchanges: [EXCHANGE],
  products: ['CNC', 'MIS'],
  order_types: ['MARKET', 'LIMIT', 'SL', 'SL-M'],
  avatar_url: null,
});

const toSession = ({ key, accessToken, refreshToken }: Login, time: string) => ({
  ...toProfile(key.memberId, key.name),
  api_key: key.id,
  access_token: accessToken,
  public_token: '',
  refresh_token: refreshToken,
  enctoken: '',
  silo: '',
  login_time: time,
  meta: { demat_consent: 'consent' },
});

const funds = (
  of: { net: number; debits: number; margin: number; orders: number; payout: number },
  enabled: boolean,
) => ({
  enabled,
  net: of.net,
  available: {
    adhoc_margin: 0,
    cash: of.net,
    opening_balance: of.net + of.debits,
    live_balance: of.net,
    collateral: 0,
    intraday_payin: 0,
  },
  utilised: {
    debits: of.debits,
    exposure: of.margin,
    m2m_realised: 0,
    m2m_unrealised: 0,
    option_premium: 0,
    payout: of.payout,
    span: 0,
    holding_sales: 0,
    turnover: 0,
    liquid_collateral: 0,
    stock_collateral: 0,
    equity: 0,
    delivery: of.orders,
  },
});
const NO_FUNDS = funds({ net: 0, debits: 0, margin: 0, orders: 0, payout: 0 }, false);

async function readFunds(caller: DoorCaller) {
  const { available, frozen }: Data<'rupeeWallet'> = await caller.ask('rupeeWallet', {});
  return funds(
    {
      net: numberIn(available),
      debits: numberIn(frozen.total),
      margin: numberIn(frozen.margin),
      orders: numberIn(frozen.orders),
      payout: numberIn(frozen.withdrawals),
    },
    true,
  );
}

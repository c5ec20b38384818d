import { randomInt } from 'node:crypto';
import type { CallName, Data, Payload } from '@khara/contract';
import { calls } from '@khara/contract';
import type { FastifyInstance } from 'fastify';

type Headers = Readonly<Record<string, string>>;
export type Answer<T> = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
};

/** A caller of an app under test: fills in paths and methods from the call table. */
export function client(app: FastifyInstance, own: Headers = {}) {
  /** Any answer, as it came. */
  async function ask<N extends CallName>(
    name: N,
    payload: Payload<N>,
    headers: Headers = {},
  ): Promise<Answer<unknown>> {
    const { path, method } = calls[name];
    const { id, ...fields } = payload as Record<string, unknown>; // payloads are objects; `id` may be in the path
    const inPath = path.endsWith('{id}');
    const sent = inPath ? fields : payload;
    const query = method === 'GET' ? `?${new URLSearchParams(sent as Record<string, string>)}` : '';
    const response = await app.inject({
      method,
      url: (inPath ? path.replace('{id}', String(id)) : path) + query,
      headers: { ...own, ...headers },
      ...(method === 'POST' ? { payload: sent } : {}),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      ...response.json<Pick<Answer<unknown>, 'code' | 'msg' | 'data'>>(),
    };
  }
  return {
    ask,
    /** The data of an answer that has to be a success. */
    async get<N extends CallName>(name: N, payload: Payload<N>, headers: Headers = {}): Promise<Data<N>> {
      const answer = await ask(name, payload, headers);
      if (answer.code !== 200) throw new Error(`${name} answered ${answer.code} ${JSON.stringify(answer.data)}`);
      return answer.data as Data<N>; // the call table says so, and the serialiser keeps to it
    },
    /** The reason of an answer that has to be a refusal. */
    async refused<N extends CallName>(name: N, payload: Payload<N>, headers: Headers = {}): Promise<unknown> {
      const answer = await ask(name, payload, headers);
      if (answer.code === 200) throw new Error(`${name} was not refused: ${JSON.stringify(answer.data)}`);
      return (answer.data as { reason?: unknown } | null)?.reason ?? answer.code;
    },
    with: (more: Headers) => client(app, { ...own, ...more }),
  };
}
export type Client = ReturnType<typeof client>;

export const GOOD_PASSWORD = 'khidki-44-neel';

/** A phone number that no other test drew. */
export const newPhone = (): string => `${randomInt(6, 10)}${String(randomInt(1e9)).padStart(9, '0')}`;

/** An address in a network of its own, for the header of a trusted proxy. */
export const newAddress = (): string =>
  `${randomInt(11, 200)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Opens an account from a network of its own, and answers a client that is signed in to it. */
export async function newMember(app: FastifyInstance): Promise<{
  readonly client: Client;
  readonly phone: string;
  readonly token: string;
  readonly device: string;
  readonly userId: string;
  readonly transactionPassword: string;
}> {
  const phone = newPhone();
  const payload = { phone, password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const data = await client(app).get('register', payload, { 'x-forwarded-for': newAddress() });
  return {
    client: client(app, { token: data.token, 'x-forwarded-for': newAddress() }),
    phone,
    token: data.token,
    device: data.device,
    userId: data.userInfo.id,
    transactionPassword: data.defaultTransactionPassword,
  };
}

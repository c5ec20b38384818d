import type { ConsoleCallName, ConsoleData, ConsolePayload } from '@khara/contract';
import { calls, CODES } from 'virtual:contract';
import { endSession, session } from './session.ts';

/** What may come with a refusal. */
type Facts = Readonly<Partial<Record<'reason' | 'field' | 'rule' | 'secret' | 'url', string>>>;

/** What the server refused, in its words. */
export class RefusalError extends Error {
  readonly reason: string;
  readonly field: string | undefined;
  /** The rule that the terms of an offering break. */
  readonly rule: string | undefined;
  /** The key of a second factor that has to be set up, and the address that an authenticator app opens. */
  readonly setup: { readonly secret: string; readonly url: string } | undefined;
  constructor(message: string, { reason, field, rule, secret, url }: Facts = {}) {
    super(message);
    this.setup = secret === undefined || url === undefined ? undefined : { secret, url };
    this.reason = reason ?? '';
    this.field = field;
    this.rule = rule;
  }
}

/** The page has not been touched for this long: what the page asks from then on is no use of the session. */
const IDLE_AFTER_MS = 60_000;
let touchedAt = Date.now();
for (const event of ['pointerdown', 'keydown', 'wheel']) {
  addEventListener(event, () => (touchedAt = Date.now()), { passive: true, capture: true });
}

function headers(): Record<string, string> {
  const token = session()?.token;
  return {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { token }),
    ...(Date.now() - touchedAt > IDLE_AFTER_MS ? { background: '1' } : {}),
  };
}

async function send(name: ConsoleCallName, payload: Record<string, unknown>): Promise<Response> {
  const { path, method } = calls[name];
  const { id, ...rest } = payload;
  const inPath = path.endsWith('{id}');
  const url = inPath ? path.replace('{id}', encodeURIComponent(String(id))) : path;
  try {
    return await fetch(url, {
      method,
      headers: headers(),
      ...(method === 'POST' ? { body: JSON.stringify(inPath ? rest : payload) } : {}),
    });
  } catch {
    throw new RefusalError('The server cannot be reached.');
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const envelope = (await response.json()) as { code: number; msg: string; data: unknown }; // every answer is one
  if (envelope.code === CODES.success) return envelope.data;
  if (envelope.code === CODES.noSession || envelope.code === CODES.sessionEnded) endSession({ byItself: true });
  throw new RefusalError(envelope.msg, (envelope.data ?? {}) as Facts); // data of a refusal
}

/** Makes a call. Throws `RefusalError` with the server's words. */
export async function call<N extends ConsoleCallName>(name: N, payload: ConsolePayload<N>): Promise<ConsoleData<N>> {
  return (await readAnswer(await send(name, payload))) as ConsoleData<N>; // the server keeps to the table
}

/** A picture, as an address that only this page can use. */
export async function picture(id: string): Promise<string> {
  const response = await send('consolePicture', { id });
  if (response.headers.get('content-type')?.startsWith('image/')) return URL.createObjectURL(await response.blob());
  await readAnswer(response);
  throw new RefusalError('There is no picture.');
}

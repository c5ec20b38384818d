import { calls, type CallName, type Data, type Payload } from '@khara/contract';
import * as z from 'zod/mini';
import { vi } from 'vitest';

/**
 * The server as the browser meets it: what goes out by `fetch` is answered here, and everything of the app
 * before that line is the real one. An answer is checked against the contract, so that no test goes on with
 * one that the server cannot give.
 */

type Answer<N extends CallName> = Data<N> | Response | Promise<Data<N> | Response>;
export type Answers = { readonly [N in CallName]?: (payload: Payload<N>) => Answer<N> };

/** A refusal, as the envelope tells it. */
export const refusal = (reason: string, message: string, more: object = {}): Response =>
  Response.json({ code: 500, msg: message, data: { reason, ...more } });

/** No answer came: the line broke. */
export const lost = (): Promise<never> => Promise.reject(new TypeError('network error'));

const missed: string[] = [];
/** Calls without an answer, since it was last asked. */
export const unanswered = (): readonly string[] => missed.splice(0);

/** Answers calls by these until the test ends; `asked('bill')` gives the calls so far. */
export function answering(answers: Answers) {
  const log: { readonly name: CallName; readonly payload: Record<string, unknown> }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const path = new URL(String(address), location.href).pathname;
    const name = (Object.keys(calls) as CallName[]).find((each) => matchesPath(path, calls[each].path));
    const answer = name && (answers[name] as ((payload: unknown) => Answer<CallName>) | undefined); // by its own name
    if (!name || !answer) {
      missed.push(name ?? path);
      return new Response('', { status: 503 });
    }
    const payload = { ...(JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>) };
    const id = path.slice(calls[name].path.replace('{id}', '').length);
    if (id !== '') payload['id'] = decodeURIComponent(id);
    delete payload['time'];
    log.push({ name, payload });
    const data = await answer(payload);
    if (data instanceof Response) return data;
    return Response.json({ code: 200, msg: 'Operation successful', data: z.parse(calls[name].data, data) });
  });
  return { asked: (name: CallName) => log.filter((each) => each.name === name).map(({ payload }) => payload) };
}

const matchesPath = (path: string, pattern: string): boolean =>
  pattern.endsWith('{id}') ? path.startsWith(pattern.slice(0, -4)) && path !== pattern.slice(0, -4) : path === pattern;

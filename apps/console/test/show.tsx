import '../src/ui/base.css';
import type { ConsoleCallName } from '@khara/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { calls } from 'virtual:contract';
import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { queries } from '../src/api/data.ts';
import { beginSession, endSession } from '../src/api/session.ts';

/** Shows a part of the back office in what stands around every page. */
export const show = (part: ReactNode) =>
  render(part, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });

type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };
export const answered = (data: unknown): Envelope => ({ code: 200, msg: '', data });
export const refused = (reason: string, msg: string, more: object = {}): Envelope => ({
  code: 500,
  msg,
  data: { reason, ...more },
});

/** A server at the edge of the browser, for one test. Answers the bodies that it was asked with. */
export function serve(answer: (body: Readonly<Record<string, unknown>>, path: string) => Envelope): readonly object[] {
  const asked: object[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>; // of a call, which posts JSON
    asked.push(body);
    return Promise.resolve(Response.json(answer(body, String(url))));
  });
  onTestFinished(() => fetching.mockRestore());
  return asked;
}

const isOf = (name: ConsoleCallName, path: string): boolean => {
  const [fixed = '', ...inPath] = calls[name].path.split('{id}');
  return inPath.length === 0 ? path === fixed : path.startsWith(fixed);
};

type Answers = Partial<Record<ConsoleCallName, unknown>>;

/**
 * A server that answers each call with the data given for it, and every other with an empty list. An envelope
 * stands for a refusal. Answers the bodies that came with a call.
 */
export function serveCalls(answers: Answers): (name: ConsoleCallName) => readonly object[] {
  const asked: { readonly path: string; readonly body: object }[] = [];
  serve((body, path) => {
    asked.push({ path, body });
    const found = Object.entries(answers).find(([name]) => isOf(name as ConsoleCallName, path));
    const data = found?.[1] ?? { list: [], nextCursor: null };
    return typeof data === 'object' && data !== null && 'code' in data ? (data as Envelope) : answered(data);
  });
  return (name) => asked.filter(({ path }) => isOf(name, path)).map(({ body }) => body);
}

/** Signs a person of the staff in, for one test. */
export function signIn(number: string): void {
  beginSession({ token: 'the token', staff: { number, name: 'Asha' } });
  onTestFinished(() => endSession());
}

/** A request that waits for a second person, as the server lists it. */
export const waitingRequest = (more: object) => ({
  id: '7',
  action: 'share.suspend',
  subject: 'AAMRAI',
  payload: {},
  reason: 'surveillance',
  maker: 'S1',
  checker: null,
  state: 'open',
  failure: null,
  at: 1_795_335_656_582,
  decidedAt: null,
  carriedAt: null,
  ...more,
});
export const listOf = (...list: readonly object[]) => ({ list, nextCursor: null });

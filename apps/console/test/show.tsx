import '../src/ui/base.css';
import type { ConsoleCallName } from '@khara/contract';
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { calls } from 'virtual:contract';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queries } from '../src/api/data.ts';
import { beginSession, endSession } from '../src/api/session.ts';

/** Shows a part until its test is over: left there, it asks the next test's server. */
async function shown(part: ReactNode, wrapper: ComponentType<{ children: ReactNode }>) {
  const screen = await render(part, { wrapper });
  onTestFinished(() => screen.unmount());
  return screen;
}

/** Shows a part of the back office in what stands around every page. */
export const show = (part: ReactNode) =>
  shown(part, ({ children }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  ));

const Elsewhere = () => <p>Gone to {useLocation().pathname}</p>;

/** The same for a page that reads its path, or leaves it: `route` is a pattern. Any other page is named. */
export const showAt = (at: string, route: string, part: ReactNode) =>
  shown(part, ({ children }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={route} element={children} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  ));

type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };
export const answered = (data: unknown): Envelope => ({ code: 200, msg: '', data });
export const refused = (reason: string, msg: string, more: object = {}): Envelope => ({
  code: 500,
  msg,
  data: { reason, ...more },
});

/** A server at the edge of the browser, for one test. Answers the bodies that it was asked with. */
export function serve(
  answer: (body: Readonly<Record<string, unknown>>, path: string) => Envelope | Response | Promise<Envelope>,
): readonly object[] {
  const asked: object[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    // Of a call, which posts JSON; a picture is only read.
    const body = JSON.parse(init?.body === undefined ? '{}' : String(init.body)) as Record<string, unknown>;
    asked.push(body);
    const answering = await answer(body, String(url));
    return answering instanceof Response ? answering : Response.json(answering);
  });
  onTestFinished(() => fetching.mockRestore());
  return asked;
}

const isCallPath = (name: ConsoleCallName, path: string): boolean => {
  const [fixed = '', ...inPath] = calls[name].path.split('{id}');
  return inPath.length === 0 ? path === fixed : path.startsWith(fixed);
};

type Answers = Partial<Record<ConsoleCallName, unknown>>;

/**
 * A server that answers each call with the data given for it, and every other with an empty list. An envelope
 * stands for a refusal, a response for a file, a promise for an answer to come. Answers the bodies that came
 * with a call.
 */
export function serveCalls(answers: Answers): (name: ConsoleCallName) => readonly object[] {
  const asked: { readonly path: string; readonly body: object }[] = [];
  serve((body, path) => {
    asked.push({ path, body });
    const found = Object.entries(answers).find(([name]) => isCallPath(name as ConsoleCallName, path));
    const data = found?.[1] ?? { list: [], nextCursor: null };
    if (data instanceof Response) return data.clone();
    if (data instanceof Promise) return data as Promise<Envelope>; // of `answered` or `refused`
    return typeof data === 'object' && data !== null && 'code' in data ? (data as Envelope) : answered(data);
  });
  return (name) => asked.filter(({ path }) => isCallPath(name, path)).map(({ body }) => body);
}

/**
 * A page waits with its shape, says why its call failed, and is there once asked to try again. `showing` shows it.
 * Nothing is asked for by itself meanwhile.
 */
export async function expectPatience(name: ConsoleCallName, data: unknown, showing: () => Promise<unknown>) {
  const { queries: usual } = queries.getDefaultOptions();
  queries.setDefaultOptions({ queries: { ...usual, retry: false } });
  focusManager.setFocused(false);
  onTestFinished(() => {
    queries.setDefaultOptions({ queries: { ...usual } });
    focusManager.setFocused(undefined);
  });
  const { promise, resolve } = Promise.withResolvers<Envelope>();
  const answers: Answers = { [name]: promise };
  serveCalls(answers);
  await showing();
  const waiting = page.getByRole('status', { name: 'Loading' });
  await expect.element(waiting).toBeVisible();
  resolve(refused('busy', 'The server is busy.'));
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server is busy.');
  await expect.element(waiting).not.toBeInTheDocument();
  answers[name] = data;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
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
export const makeList = (...list: readonly object[]) => ({ list, nextCursor: null });

import '../src/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { queries } from '../src/api/data.ts';

/** Shows a part of the back office in what stands around every page. */
export const show = (part: ReactNode) =>
  render(part, { wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider> });

type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };
export const answered = (data: unknown): Envelope => ({ code: 200, msg: '', data });
export const refused = (reason: string, msg: string, more: object = {}): Envelope => ({
  code: 500,
  msg,
  data: { reason, ...more },
});

/** A server at the edge of the browser, for one test. Answers the bodies that it was asked with. */
export function serve(answer: (body: Readonly<Record<string, unknown>>) => Envelope): readonly object[] {
  const asked: object[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>; // of a call, which posts JSON
    asked.push(body);
    return Promise.resolve(Response.json(answer(body)));
  });
  onTestFinished(() => fetching.mockRestore());
  return asked;
}

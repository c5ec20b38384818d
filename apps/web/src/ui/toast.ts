import { create } from 'zustand';

/**
 * Toasts and loaders (docs/sources.md W1): one toast at a time, for 1500 ms; one loader, which
 * blocks the page until every part of the work that asked for it has ended.
 */

const TOAST_MS = 1500;
const LOADING_MS = 1e8;

type Toast = { readonly text: string; readonly key: number; readonly urgent: boolean };
type Loader = {
  readonly text: string;
  /** How far the work has come, 0 to 1; undefined while it is unknown. */
  readonly part: number | undefined;
};
export const useToast = create<{ readonly shown: Toast | undefined; readonly loading: Loader | undefined }>()(() => ({
  shown: undefined,
  loading: undefined,
}));

let key = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something for a moment. `urgent` for failures: screen readers are interrupted. */
export function toast(text: string, { ms = TOAST_MS, urgent = false }: { ms?: number; urgent?: boolean } = {}): void {
  clearTimeout(timer);
  key += 1;
  useToast.setState({ shown: { text, key, urgent } });
  timer = setTimeout(() => useToast.setState({ shown: undefined }), ms);
}

/** Shows that are waiting for their hide. */
let open = 0;
let giveUp: ReturnType<typeof setTimeout> | undefined;

function endLoading(): void {
  clearTimeout(giveUp);
  open = 0;
  useToast.setState({ loading: undefined });
}

/**
 * Blocks the page: only for uploads. Every `showLoading` needs its `hideLoading`; the last of them takes the
 * loader away.
 */
export function showLoading(text: string): void {
  open += 1;
  useToast.setState({ loading: { text, part: undefined } });
  clearTimeout(giveUp);
  // 1e8 ms is longer than any reader waits; it still ends, as the specification has it.
  giveUp = setTimeout(endLoading, LOADING_MS);
}

/** What the loader says now, and how far the work has come, 0 to 1. Says nothing when there is no loader any more. */
export function tellLoading(text: string, part: number): void {
  if (open > 0) useToast.setState({ loading: { text, part } });
}

export function hideLoading(): void {
  if (open === 0) return console.warn('hide loading: no loading is shown; each hide belongs to a show');
  open -= 1;
  if (open === 0) endLoading();
}

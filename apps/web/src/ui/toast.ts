import { create } from 'zustand';

/** Toasts and loaders (specification, sections 4 and 9): one at a time, a toast for 1500 ms, a loader until it is hidden. */

const TOAST_MS = 1500;
const LOADING_MS = 1e8;

type Shown = {
  readonly kind: 'toast' | 'loading';
  readonly text: string;
  readonly key: number;
  readonly urgent: boolean;
};
export const useToast = create<{ readonly shown: Shown | undefined }>()(() => ({ shown: undefined }));

let key = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(kind: Shown['kind'], text: string, ms: number, urgent: boolean) {
  clearTimeout(timer);
  key += 1;
  useToast.setState({ shown: { kind, text, key, urgent } });
  // 1e8 ms is longer than anybody waits; it still ends, as the specification has it.
  timer = setTimeout(() => useToast.setState({ shown: undefined }), ms);
}

function hide(kind: Shown['kind']) {
  if (useToast.getState().shown?.kind !== kind) {
    console.warn(`hide ${kind}: no ${kind} is shown; each hide belongs to a show`);
    return;
  }
  clearTimeout(timer);
  useToast.setState({ shown: undefined });
}

/** Says something for a moment. `urgent` for failures: screen readers are interrupted. */
export const toast = (text: string, { ms = TOAST_MS, urgent = false }: { ms?: number; urgent?: boolean } = {}): void =>
  show('toast', text, ms, urgent);
export const hideToast = (): void => hide('toast');
/** Blocks the page: only for uploads. Every `showLoading` needs its `hideLoading`. */
export const showLoading = (text: string): void => show('loading', text, LOADING_MS, false);
export const hideLoading = (): void => hide('loading');

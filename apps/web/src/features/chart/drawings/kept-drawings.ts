import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';
import { divideDrawings, MAX_DRAWINGS, packDrawings, readDrawings, type Adjustment, type Drawing } from './drawings.ts';

/** Kept on this device, by share. */
const KEY = 'drawings';
/** Steps that can be undone, until the page is left. */
const MAX_STEPS = 50;

type Drawings = readonly Drawing[];
type ShareDrawings = {
  readonly list: Drawings;
  /** The newest adjustment of prices that the drawings have been through, as a market instant; 0 for none. */
  readonly adjustedTo: number;
  readonly past: readonly Drawings[];
  readonly future: readonly Drawings[];
};

const NONE: ShareDrawings = { list: [], adjustedTo: 0, past: [], future: [] };

const readKept = (): Readonly<Record<string, unknown>> => {
  const kept = readStoredJson(KEY);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
};

function readKeptShare(kept: unknown): ShareDrawings {
  const { list, adjustedTo } = (kept ?? {}) as { readonly list?: unknown; readonly adjustedTo?: unknown };
  return { ...NONE, list: readDrawings(list), adjustedTo: typeof adjustedTo === 'number' ? adjustedTo : 0 };
}

const useShares = create<Readonly<Record<string, ShareDrawings>>>()(() =>
  Object.fromEntries(Object.entries(readKept()).map(([code, kept]) => [code, readKeptShare(kept)])),
);

export const useDrawings = (code: string): ShareDrawings => useShares((shares) => shares[code]) ?? NONE;

/** As it is now. */
export const readShareDrawings = (code: string): ShareDrawings => useShares.getState()[code] ?? NONE;

function set(code: string, share: ShareDrawings): void {
  useShares.setState({ [code]: share });
  // Another window of this browser may have drawn on other shares.
  const { [code]: _, ...others } = readKept();
  const { list, adjustedTo } = share;
  store(
    KEY,
    JSON.stringify(list.length === 0 ? others : { ...others, [code]: { list: packDrawings(list), adjustedTo } }),
  );
}

/** Other drawings on a share, which can be undone. False where they are too many. */
export function changeDrawings(code: string, list: Drawings): boolean {
  if (list.length > MAX_DRAWINGS) return false;
  const share = readShareDrawings(code);
  set(code, { ...share, list, past: [...share.past, share.list].slice(-MAX_STEPS), future: [] });
  return true;
}

export function undoDrawing(code: string): void {
  const share = readShareDrawings(code);
  const list = share.past.at(-1);
  if (list) set(code, { ...share, list, past: share.past.slice(0, -1), future: [share.list, ...share.future] });
}

export function redoDrawing(code: string): void {
  const share = readShareDrawings(code);
  const [list, ...future] = share.future;
  if (list) set(code, { ...share, list, past: [...share.past, share.list], future });
}

/**
 * The drawings of a share go with its prices. True where any moved: each adjustment moves them once, and steps from
 * before it cannot be undone.
 */
export function adjustDrawings(code: string, adjustments: readonly Adjustment[]): boolean {
  const share = readShareDrawings(code);
  const fresh = adjustments.filter(({ t }) => t > share.adjustedTo);
  const newest = fresh.at(-1);
  if (!newest) return false;
  const divisor = fresh.reduce((product, one) => product * one.divisor, 1);
  set(code, { ...NONE, list: divideDrawings(share.list, divisor), adjustedTo: newest.t });
  return share.list.length > 0;
}

import { MAX_DRAWINGS, type Data } from '@khara/contract';
import { create } from 'zustand';
import { useSession } from '#api/session.ts';
import { DRAWINGS, readStoredJson, store } from '#lib/storage.ts';
import {
  divideDrawings,
  fromAccount,
  joinDrawings,
  packDrawings,
  readDrawings,
  type Adjustment,
  type Drawing,
} from './drawings.ts';

/*
 * What is drawn on shares is kept on this device, and what a member draws in the account too. Each write to the account
 * is the next revision of a share's drawings, and the last write wins: a device takes a newer revision unless it has a
 * change of its own to send. What was drawn before this device knew of the account's, by a guest say, is added to it.
 */

/** Steps that can be undone, until the page is left. */
const MAX_STEPS = 50;

type Drawings = readonly Drawing[];
export type ShareDrawings = {
  readonly list: Drawings;
  /** The newest adjustment of prices that the drawings have been through, as a market instant; 0 for none. */
  readonly adjustedUntil: number;
  /** That of the account which this device knows; 0 for none. */
  readonly revision: number;
  /** Changed here since. */
  readonly isUnsent: boolean;
  readonly past: readonly Drawings[];
  readonly future: readonly Drawings[];
};

const NONE: ShareDrawings = { list: [], adjustedUntil: 0, revision: 0, isUnsent: false, past: [], future: [] };

const readKept = (): Readonly<Record<string, unknown>> => {
  const kept = readStoredJson(DRAWINGS);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
};

const readCount = (kept: unknown): number => (Number.isSafeInteger(kept) && Number(kept) > 0 ? Number(kept) : 0);

function readKeptShare(kept: unknown): ShareDrawings {
  const { list, adjustedUntil, revision, isUnsent } = (kept ?? {}) as Record<keyof ShareDrawings, unknown>;
  const [read, known] = [readDrawings(list), readCount(revision)];
  return {
    ...NONE,
    list: read,
    adjustedUntil: readCount(adjustedUntil),
    revision: known,
    isUnsent: known === 0 ? read.length > 0 : isUnsent === true,
  };
}

const readShares = (): Readonly<Record<string, ShareDrawings>> =>
  Object.fromEntries(Object.entries(readKept()).map(([code, kept]) => [code, readKeptShare(kept)]));
const useShares = create<Readonly<Record<string, ShareDrawings>>>()(readShares);

// With the session what a member drew is gone from the device (api/session.ts); a guest's comes along to a member.
useSession.subscribe(({ userInfo }, before) => {
  if (before.userInfo && before.userInfo.id !== userInfo?.id) useShares.setState({}, true);
});

const isSameList = (one: Drawings, other: Drawings): boolean =>
  JSON.stringify(packDrawings(one)) === JSON.stringify(packDrawings(other));

// Another window of this browser drew, or sent what was drawn: this one has the same.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key !== DRAWINGS && key !== null) return;
    const kept = readShares();
    for (const code of new Set([...Object.keys(useShares.getState()), ...Object.keys(kept)])) {
      const [here, there] = [readShareDrawings(code), kept[code]];
      const isSame = isSameList(here.list, there?.list ?? []);
      if (isSame && !there) continue;
      const { list, past, future } = here;
      useShares.setState({ [code]: { ...(there ?? NONE), ...(isSame && { list, past, future }) } });
    }
  });

export const useDrawings = (code: string): ShareDrawings => useShares((shares) => shares[code]) ?? NONE;

/** As it is now. */
export const readShareDrawings = (code: string): ShareDrawings => useShares.getState()[code] ?? NONE;

/** Shares with drawings that the account does not have. */
export const unsentShares = (): readonly string[] =>
  Object.entries(useShares.getState()).flatMap(([code, { isUnsent }]) => (isUnsent ? [code] : []));
export const whenDrawn = (listener: () => void): (() => void) => useShares.subscribe(listener);

function set(code: string, share: ShareDrawings): void {
  useShares.setState({ [code]: share });
  // Another window of this browser may have drawn on other shares.
  const { [code]: _, ...others } = readKept();
  const { list, adjustedUntil, revision, isUnsent } = share;
  const isKept = list.length > 0 || (isUnsent && revision > 0);
  const kept = {
    ...others,
    ...(isKept && { [code]: { list: packDrawings(list), adjustedUntil, revision, isUnsent } }),
  };
  store(DRAWINGS, Object.keys(kept).length === 0 ? null : JSON.stringify(kept));
}

/** Other drawings on a share, which can be undone. False where they are too many. */
export function changeDrawings(code: string, list: Drawings): boolean {
  if (list.length > MAX_DRAWINGS) return false;
  const share = readShareDrawings(code);
  set(code, { ...share, list, isUnsent: true, past: [...share.past, share.list].slice(-MAX_STEPS), future: [] });
  return true;
}

export function undoDrawing(code: string): void {
  const share = readShareDrawings(code);
  const list = share.past.at(-1);
  const future = [share.list, ...share.future];
  if (list) set(code, { ...share, list, isUnsent: true, past: share.past.slice(0, -1), future });
}

export function redoDrawing(code: string): void {
  const share = readShareDrawings(code);
  const [list, ...future] = share.future;
  if (list) set(code, { ...share, list, isUnsent: true, past: [...share.past, share.list], future });
}

/** Those that the account has not been through are applied to prices; each once. */
function divided<T extends Pick<ShareDrawings, 'list' | 'adjustedUntil'>>(
  share: T,
  adjustments: readonly Adjustment[],
): T {
  const fresh = adjustments.filter(({ t }) => t > share.adjustedUntil);
  const newest = fresh.at(-1);
  if (!newest) return share;
  const divisor = fresh.reduce((product, one) => product * one.divisor, 1);
  return { ...share, list: divideDrawings(share.list, divisor), adjustedUntil: newest.t };
}

/**
 * The drawings of a share go with its prices. True where any moved: each adjustment moves them once, and steps from
 * before it cannot be undone. It is no change to send: every device does the same.
 */
export function adjustDrawings(code: string, adjustments: readonly Adjustment[]): boolean {
  const share = readShareDrawings(code);
  const moved = divided(share, adjustments);
  if (moved === share) return false;
  set(code, { ...moved, past: [], future: [] });
  return moved.list.length > 0;
}

/**
 * What the account has. A newer revision is taken, unless something is still to be sent, which then wins. To drawings
 * that know of no revision the account's are added; where prices were divided between the two and it is not known here
 * by what, that waits for the chart.
 */
export function takeDrawings(code: string, account: Data<'drawings'>, adjustments: readonly Adjustment[] = []): void {
  const share = readShareDrawings(code);
  const { revision } = account;
  if (revision <= share.revision) return;
  const theirs = divided({ list: fromAccount(account.list), adjustedUntil: account.adjustedUntil }, adjustments);
  if (!share.isUnsent) return set(code, { ...NONE, ...theirs, revision });
  if (share.revision > 0) return;
  const ours = divided(share, adjustments);
  if (theirs.list.length > 0 && theirs.adjustedUntil !== ours.adjustedUntil) return;
  const list = joinDrawings(theirs.list, ours.list);
  set(code, { ...ours, list, revision, isUnsent: list.length > theirs.list.length });
}

/** The account has what was sent; what has changed here since is still to be sent. */
export function noteSent(code: string, sent: ShareDrawings, revision: number): void {
  const share = readShareDrawings(code);
  set(code, { ...share, revision, isUnsent: share.list !== sent.list });
}

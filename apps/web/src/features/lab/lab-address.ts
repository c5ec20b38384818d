import { showMarketSeconds } from '#lib/time.ts';
import { at } from '#shell/navigation.ts';
import type { ListedDay } from './lab-worker.ts';

/** What the Lab's address says, and how it is made to say something else. */
export type LabAddress = {
  readonly query: URLSearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
};

const LAB = '/pages/lab/day';

const RECORDED = 'recorded-';
/** A day as the address names it: its date; of a recorded one another, since the market may have a day of that date. */
export const dayName = ({ marketDate, isRecorded }: ListedDay): string => (isRecorded ? RECORDED : '') + marketDate;
export const isRecordedName = (name: string): boolean => name.startsWith(RECORDED);

/** "114216" for 11:42:16. */
export const writeTime = (atMs: number): string => showMarketSeconds(atMs).replaceAll(':', '');
export function readTime(text: string | null): number | undefined {
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text ?? '');
  return match ? ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000 : undefined;
}

/** The whole address of what is shown: day, share, moment, speed and orders; nothing of who reads it. */
export function labLink(query: URLSearchParams, atMs: number): string {
  const kept = ['date', 'code', 'speed', 'orders'].map((name): [string, string | undefined] => [
    name,
    query.get(name) ?? undefined,
  ]);
  const path = at(LAB, { ...Object.fromEntries(kept), at: writeTime(atMs) });
  return `${location.href.split('#')[0]}#${path}`;
}

import {
  printCondition,
  printScreen,
  readScreen,
  passesScreen,
  SCREEN_CHOICES,
  SCREEN_RANGES,
  type Screen,
} from '@khara/rules';
import { useCallback, useMemo } from 'react';
import { useCall } from '#api/use-call.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { readSorting, screened, sortScreened, type Screened, type Sorting } from './figures.ts';

const NAMES = [...SCREEN_RANGES, ...SCREEN_CHOICES] as const;
/** Conditions on prices are looked at again this often. */
const REFETCH_MS = 60_000;

/** The conditions in the address, without what cannot be read as one. */
export function useScreen() {
  const [query, change] = usePageQuery();
  const text = NAMES.flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)}`] : [])).join('&');
  const screen = useMemo(() => readScreen(text).screen, [text]);
  const set = useCallback(
    (next: Screen): void => change(Object.fromEntries(NAMES.map((name) => [name, printCondition(next, name)]))),
    [change],
  );
  return { screen, conditions: printScreen(screen), set, query, change };
}

/** Every share with its figures. */
export function useScreened() {
  const answer = useCall('screen', {}, { refetchMs: REFETCH_MS });
  const shares = useMemo(() => screened(answer.data?.list ?? []), [answer.data]);
  return { answer, shares };
}

/** The share that the address has chosen; without one the first that is found. */
export function chosenOf(
  query: URLSearchParams,
  found: readonly Screened[],
  sorting: Sorting = readSorting(query.get('sort')),
): string | undefined {
  return query.get('chosen') ?? sortScreened(found, sorting)[0]?.share.code;
}

export const foundBy = (screen: Screen, shares: readonly Screened[]): readonly Screened[] =>
  shares.filter(({ figures }) => passesScreen(screen, figures));

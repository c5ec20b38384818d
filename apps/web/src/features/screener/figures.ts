import type { Data } from '@khara/contract';
import type { TermName } from '#features/terms/term-sheet.tsx';
import { readFigures, SCREEN_RANGES, type ScreenedFigures, type ScreenRange } from '@khara/rules';

export type ScreenedShare = Data<'screen'>['list'][number];
export type Screened = { readonly share: ScreenedShare; readonly figures: ScreenedFigures };

/** Figures beside the price, in the order of the table. */
export const COLUMNS = [
  'pe',
  'pb',
  'size',
  'growth',
  'roe',
  'debt',
  'yield',
  'payout',
  'band',
  'stage',
  'sector',
] as const;
export type Column = (typeof COLUMNS)[number];
/** Chosen until the reader chooses others. */
export const USUAL_COLUMNS: readonly Column[] = ['pe', 'size', 'yield', 'stage'];
/** A phone has room for no more; the desk has for all. */
export const PHONE_COLUMNS = 4;

/** What explains a figure in words. */
export const FIGURE_TERMS: Readonly<Partial<Record<Column | ScreenRange, TermName>>> = {
  pe: 'priceEarnings',
  pb: 'priceToBook',
  size: 'marketValue',
  growth: 'profitGrowth',
  roe: 'returnOnEquity',
  debt: 'debtToEquity',
  yield: 'dividendYield',
  payout: 'payout',
  band: 'band',
  stage: 'surveillance',
};

export const screened = (shares: readonly ScreenedShare[]): readonly Screened[] =>
  shares.map((share) => ({ share, figures: readFigures(share) }));

const times = (value: number | undefined, by: number): number | undefined =>
  value === undefined || !Number.isFinite(by) ? value : Math.round(value * by);

/**
 * The figures at the last close before today's: what hangs on the price goes with it, and a company that has published
 * since had its accounts of then. Stage and band are those of that day.
 */
export function figuresAtClose({ share, figures }: Screened): ScreenedFigures {
  const part = Number(share.prevClose) / Number(share.price);
  const size = times(figures.size, part);
  const price = times(figures.price, part);
  const { stage, band } = share.placeAtClose ?? share;
  if (share.atClose) return { ...readFigures({ ...share, ...share.atClose }), size, price, stage, band };
  return {
    ...figures,
    stage,
    band,
    pe: times(figures.pe, part),
    pb: times(figures.pb, part),
    size,
    price,
    yield: times(figures.yield, 1 / part),
  };
}

/** Values that exist, smallest first, each once. */
export const existingValues = (shares: readonly Screened[], range: ScreenRange): readonly number[] =>
  [...new Set(shares.flatMap(({ figures }) => figures[range] ?? []))].toSorted((a, b) => a - b);

export type SortKey = 'code' | 'change' | (typeof SCREEN_RANGES)[number] | Exclude<Column, ScreenRange>;
export type Sorting = { readonly key: SortKey; readonly isDescending: boolean };
const KEYS: readonly SortKey[] = ['code', 'change', ...SCREEN_RANGES, 'band', 'stage', 'sector'];

/** "pe", "-pe": how an address has it. By code where it has none. */
export function readSorting(text: string | null): Sorting {
  const isDescending = text?.startsWith('-') ?? false;
  const key = KEYS.find((one) => one === (isDescending ? text?.slice(1) : text));
  return key ? { key, isDescending } : { key: 'code', isDescending: false };
}
export const printSorting = ({ key, isDescending }: Sorting): string | undefined =>
  key === 'code' && !isDescending ? undefined : `${isDescending ? '-' : ''}${key}`;

/** What is unknown comes last in either order; equal ones by code. */
export function sortScreened(shares: readonly Screened[], { key, isDescending }: Sorting): readonly Screened[] {
  const valueOf = ({ share, figures }: Screened): number | string | undefined =>
    key === 'code' ? share.code : key === 'change' ? Number(share.changePercent) : figures[key];
  const sign = isDescending ? -1 : 1;
  return shares.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === undefined || other === undefined) return one === other ? byCode(a, b) : one === undefined ? 1 : -1;
    const order =
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
    return sign * order || byCode(a, b);
  });
}
const byCode = (a: Screened, b: Screened): number => (a.share.code < b.share.code ? -1 : 1);

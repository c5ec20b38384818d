/*
 * Screens: shares found by what their companies are. A screen is text, the query of an address
 * ("pe=5-20&size=10000-&stage=normal"), and is kept and sent as that. All figures are whole hundredths: a P/E
 * of 15.81 is 1581, a price in paise, a size in hundredths of a crore of rupees, a yield or a growth in
 * hundredths of a per cent.
 */

/** Screens that a member keeps, and characters of a name. */
export const MAX_SCREENS = 10;
export const MAX_SCREEN_NAME = 24;

/** Conditions that are a range, in the order in which they stand. */
export const SCREEN_RANGES = ['pe', 'pb', 'size', 'growth', 'roe', 'debt', 'yield', 'payout', 'price'] as const;
/** Conditions of which one or more are chosen. */
export const SCREEN_CHOICES = ['stage', 'band', 'sector'] as const;
/**
 * Where a share stands with surveillance: a suspended one trades not at all, one in trade-for-trade without netting.
 */
export const SCREEN_STAGES = ['normal', 'watched', 't2t', 'suspended'] as const;
/** Per cent of a fixed band by which a price moves in a day; `none` flexes. */
export const SCREEN_BANDS = ['none', '20', '10', '5', '2'] as const;

export type ScreenRange = (typeof SCREEN_RANGES)[number];
export type ScreenChoice = (typeof SCREEN_CHOICES)[number];
export type ScreenCondition = ScreenRange | ScreenChoice;

/** Both ends belong to it; without one it is open there. */
export type FigureRange = { readonly from?: number; readonly to?: number };
export type Screen = {
  readonly ranges: Readonly<Partial<Record<ScreenRange, FigureRange>>>;
  readonly choices: Readonly<Partial<Record<ScreenChoice, readonly string[]>>>;
};

/** What a screen looks at. An unknown figure, as the P/E of a loss, passes no range. */
export type ScreenedFigures = Readonly<Record<ScreenRange, number | undefined>> &
  Readonly<Record<ScreenChoice, string>>;

/** The figures of a share as they travel, in decimals. */
export const readFigures = (share: {
  readonly pe: string | null;
  readonly pb: string | null;
  readonly size: string;
  readonly yearGrowth: string | null;
  readonly returnOnEquity: string | null;
  readonly debtToEquity: string | null;
  readonly dividendYield: string;
  readonly payout: string | null;
  readonly price: string;
  readonly stage: string;
  readonly band: string;
  readonly sectorKey: string;
}): ScreenedFigures => ({
  pe: readKnown(share.pe),
  pb: readKnown(share.pb),
  size: readHundredths(share.size),
  growth: readKnown(share.yearGrowth),
  roe: readKnown(share.returnOnEquity),
  debt: readKnown(share.debtToEquity),
  yield: readHundredths(share.dividendYield),
  payout: readKnown(share.payout),
  price: readHundredths(share.price),
  stage: share.stage,
  band: share.band,
  sector: share.sectorKey,
});

export const EMPTY_SCREEN: Screen = { ranges: {}, choices: {} };

const NUMBER = /^-?\d{1,9}(?:\.\d{1,2})?$/;
/** Hundredths of a decimal; undefined of other text. */
export const readHundredths = (text: string): number | undefined =>
  NUMBER.test(text) ? Math.round(Number(text) * 100) : undefined;
const readKnown = (text: string | null): number | undefined => (text === null ? undefined : readHundredths(text));
export const printHundredths = (value: number): string => String(value / 100);

/** "5-20", "5-", "-20", and with signs "-3--1". */
function readRange(text: string): FigureRange | undefined {
  const match = /^(-?[\d.]+)?-(-?[\d.]+)?$/.exec(text);
  if (!match) return undefined;
  const [from, to] = [match[1], match[2]].map((part) => (part === undefined ? undefined : readHundredths(part)));
  if (match[1] !== undefined && from === undefined) return undefined;
  if (match[2] !== undefined && to === undefined) return undefined;
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

const CHOICES: Readonly<Record<ScreenChoice, (text: string) => boolean>> = {
  stage: (text) => SCREEN_STAGES.some((stage) => stage === text),
  band: (text) => SCREEN_BANDS.some((band) => band === text),
  sector: (text) => /^[a-z_]{1,40}$/i.test(text),
};

/** The conditions of a query, and the names of those that say nothing. What else is in it is no condition. */
export function readScreen(query: string): { readonly screen: Screen; readonly wrong: readonly ScreenCondition[] } {
  const given = new Map(
    query.split('&').map((part): readonly [string, string] => {
      const [name = '', text = ''] = part.split('=', 2);
      return [name, text];
    }),
  );
  const ranges: Partial<Record<ScreenRange, FigureRange>> = {};
  const choices: Partial<Record<ScreenChoice, readonly string[]>> = {};
  const wrong: ScreenCondition[] = [];
  for (const name of SCREEN_RANGES) {
    if (!given.has(name)) continue;
    const range = readRange(given.get(name) ?? '');
    if (range) ranges[name] = range;
    else wrong.push(name);
  }
  for (const name of SCREEN_CHOICES) {
    if (!given.has(name)) continue;
    const chosen = [...new Set((given.get(name) ?? '').split(','))];
    if (chosen.every(CHOICES[name])) choices[name] = chosen;
    else wrong.push(name);
  }
  return { screen: { ranges, choices }, wrong };
}

/** The text of a condition; undefined where there is none. */
export function printCondition({ ranges, choices }: Screen, name: ScreenCondition): string | undefined {
  if (isChoice(name)) return choices[name]?.join(',');
  const range = ranges[name];
  if (!range) return undefined;
  const [from, to] = [range.from, range.to].map((end) => (end === undefined ? '' : printHundredths(end)));
  return `${from}-${to}`;
}

const CONDITIONS: readonly ScreenCondition[] = [...SCREEN_RANGES, ...SCREEN_CHOICES];
const isChoice = (name: ScreenCondition): name is ScreenChoice => SCREEN_CHOICES.some((choice) => choice === name);

/** The conditions that are set, in the order in which they stand. */
export const conditionsOfScreen = (screen: Screen): readonly ScreenCondition[] =>
  CONDITIONS.filter((name) => printCondition(screen, name) !== undefined);

/** The same screen has the same text. */
export const printScreen = (screen: Screen): string =>
  conditionsOfScreen(screen)
    .map((name) => `${name}=${printCondition(screen, name)}`)
    .join('&');

/** A screen with another condition in the place of one, or without it. */
export function withCondition(
  { ranges, choices }: Screen,
  name: ScreenCondition,
  condition: FigureRange | readonly string[] | undefined,
): Screen {
  if (isChoice(name)) {
    const { [name]: _, ...others } = choices;
    const chosen = condition as readonly string[] | undefined; // by its name
    return { ranges, choices: chosen && chosen.length > 0 ? { ...others, [name]: chosen } : others };
  }
  const { [name]: _, ...others } = ranges;
  const range = condition as FigureRange | undefined; // by its name
  const isSet = range?.from !== undefined || range?.to !== undefined;
  return { ranges: isSet ? { ...others, [name]: range } : others, choices };
}

const isWithin = (value: number | undefined, { from = -Infinity, to = Infinity }: FigureRange): boolean =>
  value !== undefined && value >= from && value <= to;

function passesCondition({ ranges, choices }: Screen, name: ScreenCondition, figures: ScreenedFigures): boolean {
  if (isChoice(name)) return choices[name]?.includes(figures[name]) ?? true;
  const range = ranges[name];
  return range === undefined || isWithin(figures[name], range);
}

export const passesScreen = (screen: Screen, figures: ScreenedFigures): boolean =>
  CONDITIONS.every((name) => passesCondition(screen, name, figures));

/** How many of these have no figure for each range that is set: they pass none, and are said. */
export function countUnknown(
  screen: Screen,
  shares: readonly ScreenedFigures[],
): Readonly<Partial<Record<ScreenRange, number>>> {
  const counts: Partial<Record<ScreenRange, number>> = {};
  for (const name of SCREEN_RANGES) {
    const count = screen.ranges[name] ? shares.filter((share) => share[name] === undefined).length : 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** One condition changed so that something is found, and how many that are. */
export type Loosened = { readonly name: ScreenCondition; readonly screen: Screen; readonly count: number };

/**
 * For a screen that finds nothing: each condition by itself, widened as little as finds a share. A choice is left out.
 * Empty where none is found without any one of them.
 */
export function loosenScreen(screen: Screen, shares: readonly ScreenedFigures[]): readonly Loosened[] {
  return conditionsOfScreen(screen).flatMap((name): readonly Loosened[] => {
    const without = withCondition(screen, name, undefined);
    const found = shares.filter((share) => passesScreen(without, share));
    if (found.length === 0) return [];
    if (isChoice(name)) return [{ name, screen: without, count: found.length }];
    const { from = -Infinity, to = Infinity } = screen.ranges[name] ?? {};
    const nearest = found
      .flatMap((share) => share[name] ?? [])
      .toSorted((a, b) => Math.max(from - a, a - to) - Math.max(from - b, b - to))[0];
    if (nearest === undefined) return [{ name, screen: without, count: found.length }];
    const range = {
      ...(from !== -Infinity && { from: Math.min(from, nearest) }),
      ...(to !== Infinity && { to: Math.max(to, nearest) }),
    };
    const wider = withCondition(screen, name, range);
    return [{ name, screen: wider, count: shares.filter((share) => passesScreen(wider, share)).length }];
  });
}

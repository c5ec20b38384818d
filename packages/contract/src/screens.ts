import { MAX_SCREEN_NAME, printScreen, readScreen, SCREEN_BANDS, SCREEN_STAGES } from '@khara/rules';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { FigureWords } from './companies.ts';
import { Count, Id, IdIn, listOf, MarketDate, nameIn, Page, Percent, Price } from './wire.ts';

/** Of the text of a screen: more than all conditions need. */
const MAX_CONDITIONS = 1_000;

/** "pe=5-20&stage=normal": what packages/rules reads, in its one order. */
const Conditions = z.pipe(
  z.string({ error: 'invalid_input' }).check(z.maxLength(MAX_CONDITIONS, { error: 'invalid_input' })),
  z.transform((text, context): string => {
    const { screen, wrong } = readScreen(text);
    if (wrong.length === 0) return printScreen(screen);
    context.issues.push({ code: 'custom', message: 'invalid_input', input: text });
    return z.NEVER;
  }),
);

/** What accounts say of a share. */
const figures = {
  /** Price by the profit of a share in a year; null of a loss. */
  pe: z.nullable(Price),
  /**
   * Price by the net worth of a share; null where nothing is left of that, as of `returnOnEquity` and `debtToEquity`.
   */
  pb: z.nullable(Price),
  /** Profit of four quarters against the four before; null after a loss. */
  yearGrowth: z.nullable(Percent),
  returnOnEquity: z.nullable(Percent),
  /** Zero without debt. */
  debtToEquity: z.nullable(Price),
  /** Dividends of the last four quarters, in per cent of the price. */
  dividendYield: Percent,
  /** The same, of the profit; null of a loss. */
  payout: z.nullable(Percent),
};

const place = {
  stage: z.enum(SCREEN_STAGES),
  /** Per cent of a fixed band of a day; `none` flexes. */
  band: z.enum(SCREEN_BANDS),
};

const ScreenedShare = z.object({
  code: z.string(),
  name: z.string(),
  sector: z.string(),
  sectorKey: z.string(),
  price: Price,
  prevClose: Price,
  changePercent: Percent,
  ...figures,
  /** Market value in crores of rupees. */
  size: Price,
  words: FigureWords,
  /**
   * At the last close, by the accounts of then, of a company that has published since. Figures of the others
   * differ from then by the price alone.
   */
  atClose: z.optional(z.object(figures)),
  ...place,
  /** At the last close, where that was another one. */
  placeAtClose: z.optional(z.object(place)),
});
const SavedScreen = z.object({ id: Id, name: z.string(), conditions: z.string() });

export const screenCalls = {
  screen: call({
    path: '/app/market/screen',
    method: 'POST',
    access: 'guest',
    doc: 'Shares that meet conditions, by code, with what a screen looks at; without conditions all of them. Conditions are the query of the page: `pe=5-20&pb=-3&size=10000-&growth=10-&roe=15-&debt=-1&yield=1.5-&payout=-60&price=-500&stage=normal,watched&band=20,none&sector=banks`. A share without a figure meets no range of it, and `unknown` counts those; `words` has what is said in its place. Funds are in none. Without `size` all at once.',
    body: { conditions: z.optional(Conditions), ...Page },
    data: z.extend(listOf(ScreenedShare), {
      /** How many are found. */
      found: Count,
      /** Of how many shares. */
      total: Count,
      unknown: z.record(z.string(), Count),
      marketDate: MarketDate,
    }),
    refusals: ['invalid_input'],
    specified: false,
  }),
  screens: call({
    path: '/app/market/screens',
    method: 'POST',
    access: 'member',
    doc: 'Own screens, oldest first.',
    body: {},
    data: z.object({ list: z.array(SavedScreen) }),
    refusals: [],
    specified: false,
  }),
  saveScreen: call({
    path: '/app/market/saveScreen',
    method: 'POST',
    access: 'member',
    doc: 'Keeps a screen under a name. One that has the name already gets these conditions.',
    body: { name: nameIn('screen_name_required', MAX_SCREEN_NAME), conditions: Conditions },
    data: SavedScreen,
    refusals: ['invalid_input', 'screen_name_required', 'too_many_screens'],
    specified: false,
  }),
  removeScreen: call({
    path: '/app/market/removeScreen/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Forgets an own screen. Repeatable.',
    body: { id: IdIn },
    data: z.object({ id: Id }),
    refusals: [],
    specified: false,
  }),
};

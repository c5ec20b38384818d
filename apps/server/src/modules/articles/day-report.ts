import type { Language } from '@khara/contract';
import { percent } from '@khara/money';
import { splitFactor } from '@khara/rules';
import { fill, textsFor } from '@khara/texts';
import {
  instrumentName,
  type CorporateAction,
  type DayFigures,
  type FinishedMarketDay,
} from '#modules/market/index.ts';
import type { ArticleText, NewArticle } from './store.ts';
import { asId, inEveryLanguage, createWords } from './wording.ts';

/** How many shares each list of a report names. */
const LISTED = { gainers: 5, losers: 5, active: 3 } as const;
/**
 * A share that closed so far (basis points) from where it closed before is worth a note of its own, and at
 * most a few a day up and down.
 */
const BIG_MOVE_BPS = 400n;
const NOTES = 2;
/** The index that stands in the title. */
const LEAD_INDEX = 'KHARA50';

type TradedFigures = DayFigures & { readonly previousClose: number };
const hasMoved = (figures: DayFigures): figures is TradedFigures =>
  figures.previousClose !== undefined && figures.volume > 0;
const priceChange = ({ closePrice, previousClose }: TradedFigures): number => closePrice - previousClose;
const changePercent = (moved: TradedFigures): string =>
  percent(BigInt(priceChange(moved)), BigInt(moved.previousClose));
/** Change in basis points, for the order of lists: figures in whole paise leave nothing to round. */
const changeBps = (moved: TradedFigures): bigint =>
  (BigInt(priceChange(moved)) * 10_000n) / BigInt(moved.previousClose);
const isBig = (share: TradedFigures): boolean => changeBps(share) >= BIG_MOVE_BPS || changeBps(share) <= -BIG_MOVE_BPS;
const byChange = (a: TradedFigures, b: TradedFigures): number =>
  Number(changeBps(b) - changeBps(a)) || a.instrument.code.localeCompare(b.instrument.code, 'en');

/**
 * What the simulation writes of a finished day: one report, and a note on each company that moved far. Pure:
 * the same day gives the same articles.
 */
export function dayReport(day: FinishedMarketDay): readonly NewArticle[] {
  const shares = day.figures.filter(({ instrument }) => instrument.kind === 'share');
  const moved = shares.filter(hasMoved).sort(byChange);
  const gainers = moved.filter((share) => priceChange(share) > 0);
  const losers = moved.filter((share) => priceChange(share) < 0).reverse();
  const active = [...moved].sort((a, b) => (b.valuePaise > a.valuePaise ? 1 : -1)).slice(0, LISTED.active);
  const facts = {
    day,
    indices: day.figures.filter(({ instrument }) => instrument.kind === 'index'),
    gainers: gainers.slice(0, LISTED.gainers),
    losers: losers.slice(0, LISTED.losers),
    active,
    listed: shares.filter((share): share is TradedFigures => share.isListed && hasMoved(share)),
    counts: { up: gainers.length, down: losers.length, same: shares.length - gainers.length - losers.length },
    valuePaise: shares.reduce((sum, share) => sum + share.valuePaise, 0n),
  };
  const codes = [...facts.gainers, ...facts.losers, ...active, ...facts.listed].map((share) => share.instrument.code);
  const ofActions = [...day.exToday, ...day.announced].map((action) => action.code);
  const common = { source: 'simulation', cover: undefined, marketDate: day.marketDate, seeded: undefined } as const;
  const notes = [...gainers.filter(isBig).slice(0, NOTES), ...losers.filter(isBig).slice(0, NOTES)];
  return [
    {
      ...common,
      id: reportId(day.marketDate),
      category: 'market',
      codes: [...new Set([...codes, ...ofActions])],
      at: day.closedAt,
      texts: inEveryLanguage((language) => report(facts, language)),
    },
    ...notes.map((share, index): NewArticle => {
      const { code } = share.instrument;
      return {
        ...common,
        id: `move-${day.marketDate}-${asId(code)}`,
        category: 'company',
        codes: [code],
        at: day.closedAt - 1000 * (index + 1), // below the report, the biggest move first
        texts: inEveryLanguage((language) => shareText(share, day, language)),
      };
    }),
  ];
}

export const reportId = (marketDate: string): string => `report-${marketDate}`;

type Facts = {
  readonly day: FinishedMarketDay;
  readonly indices: readonly DayFigures[];
  readonly gainers: readonly TradedFigures[];
  readonly losers: readonly TradedFigures[];
  readonly active: readonly TradedFigures[];
  readonly listed: readonly TradedFigures[];
  readonly counts: Readonly<Record<'up' | 'down' | 'same', number>>;
  readonly valuePaise: bigint;
};

function report(facts: Facts, language: Language): ArticleText {
  const { day, indices } = facts;
  const texts = textsFor(language).reports;
  const words = createWords(language);
  const date = words.date(day.marketDate);
  const lead = indices.find(({ instrument }) => instrument.code === LEAD_INDEX);
  const leadPercent = lead && hasLevels(lead) ? changePercent(lead) : undefined;
  const title =
    lead && leadPercent !== undefined
      ? fill(leadPercent.startsWith('-') ? texts.dayTitleDown : texts.dayTitleUp, {
          date,
          index: instrumentName(lead.instrument, language),
          percent: leadPercent.replace('-', ''),
        })
      : fill(texts.dayTitle, { date });

  const line = (share: TradedFigures) =>
    fill(texts.line, {
      ...words.head(share),
      price: words.rupees(share.closePrice),
      change: words.signed(changePercent(share)),
    });
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [
      texts.indices,
      indices.map((index) =>
        hasLevels(index)
          ? fill(texts.indexLine, {
              ...words.head(index),
              level: words.number(index.closePrice),
              change: words.signed(changePercent(index)),
            })
          : fill(texts.levelLine, { ...words.head(index), level: words.number(index.closePrice) }),
      ),
    ],
    [texts.gainers, facts.gainers.map(line)],
    [texts.losers, facts.losers.map(line)],
    [
      texts.active,
      facts.active.map((share) =>
        fill(texts.activeLine, {
          ...words.head(share),
          value: words.value(share.valuePaise),
          volume: words.count(share.volume),
        }),
      ),
    ],
    [
      texts.listed,
      facts.listed.map((share) =>
        fill(texts.listedLine, {
          ...words.head(share),
          issue: words.rupees(share.previousClose),
          price: words.rupees(share.closePrice),
          change: words.signed(changePercent(share)),
        }),
      ),
    ],
    [
      texts.actions,
      [
        ...day.exToday.map((action) => actionLine(action, 'ex', language)),
        ...day.announced.map((action) => actionLine(action, 'new', language)),
      ],
    ],
  ];
  const body = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([head, lines]) => `## ${head}\n\n${lines.map((text) => `- ${text}`).join('\n')}`);
  return {
    title,
    summary: fill(texts.daySummary, { ...facts.counts, value: words.value(facts.valuePaise) }),
    body: [...body, `*${fill(texts.dayFoot, { date })}*`].join('\n\n'),
  };
}

/** An index is described by its levels. */
const hasLevels = (figures: DayFigures): figures is TradedFigures => figures.previousClose !== undefined;

function actionLine({ code, exDate, terms }: CorporateAction, when: 'ex' | 'new', language: Language): string {
  const texts = textsFor(language).reports;
  const words = createWords(language);
  const date = words.date(exDate);
  switch (terms.kind) {
    case 'dividend': {
      const amount = words.rupees(terms.perSharePaise);
      const pays = words.date(terms.paysOn);
      return fill(when === 'ex' ? texts.exDividend : texts.newDividend, { code, amount, date, pays });
    }
    case 'split': {
      const { numerator: times } = splitFactor(terms.oldFace, terms.newFace);
      return fill(when === 'ex' ? texts.exSplit : texts.newSplit, { code, times, date });
    }
    case 'bonus':
      return fill(when === 'ex' ? texts.exBonus : texts.newBonus, { code, a: terms.a, b: terms.b, date });
    case 'demerger': {
      const places = { code, a: terms.a, b: terms.b, into: terms.into, date };
      return fill(when === 'ex' ? texts.exDemerger : texts.newDemerger, places);
    }
    case 'rights': {
      const places = { code, a: terms.a, b: terms.b, price: words.rupees(terms.price), date };
      return fill(when === 'ex' ? texts.exRights : texts.newRights, places);
    }
    case 'buyback':
      return fill(when === 'ex' ? texts.exBuyback : texts.newBuyback, { code, price: words.rupees(terms.price), date });
  }
}

function shareText(share: TradedFigures, day: FinishedMarketDay, language: Language): ArticleText {
  const texts = textsFor(language).reports;
  const words = createWords(language);
  const places = {
    ...words.head(share),
    percent: changePercent(share).replace('-', ''),
    date: words.date(day.marketDate),
    price: words.rupees(share.closePrice),
    previous: words.rupees(share.previousClose),
    open: words.rupees(share.openPrice ?? share.closePrice),
    low: words.rupees(share.lowPrice ?? share.closePrice),
    high: words.rupees(share.highPrice ?? share.closePrice),
    volume: words.count(share.volume),
    value: words.value(share.valuePaise),
  };
  return {
    title: fill(priceChange(share) < 0 ? texts.downTitle : texts.upTitle, places),
    summary: fill(texts.moveSummary, places),
    body: fill(texts.moveBody, places),
  };
}

import type { Body } from '@khara/contract';
import { toSearchText } from '@khara/rules';
import { isEntitlement } from '@khara/universe';
import type { Instrument, MarketView, Quote } from '#src/ports/market.ts';

type ListedInstrument = {
  readonly instrument: Instrument;
  readonly quote: Quote;
};

type Request = Pick<Body<'marketList'>, 'type' | 'keyword' | 'sector' | 'cursor'> & { readonly size: number };

export type Page = {
  readonly rows: readonly ListedInstrument[];
  readonly nextCursor: string | null;
  /** Shares that have not traded that day have no change, and are counted apart. */
  readonly breadth: Readonly<Record<'rising' | 'unchanged' | 'falling' | 'untraded', number>>;
};

type ListDeps = { readonly market: MarketView; readonly searchText: SearchText };

/** Hundredths of a basis point: enough to rank by. */
const changeRatio = ({ quote }: ListedInstrument): number =>
  Math.round(((quote.lastPrice - quote.previousClose) * 1_000_000) / quote.previousClose);

const isRight = ({ instrument: { issuer } }: ListedInstrument): boolean =>
  issuer !== undefined && isEntitlement(issuer);

type Ranking = { readonly keep: (row: ListedInstrument) => boolean; readonly rank: (row: ListedInstrument) => number };

/** What a list shows and by what it is sorted, highest first; codes decide between equals. */
const RANKINGS: Readonly<Record<'all' | 'gainers' | 'losers' | 'active', Ranking>> = {
  all: { keep: () => true, rank: () => 0 },
  // Entitlements move several times as much as their share: they would fill both lists.
  gainers: { keep: (row) => changeRatio(row) > 0 && !isRight(row), rank: changeRatio },
  losers: { keep: (row) => changeRatio(row) < 0 && !isRight(row), rank: (row) => -changeRatio(row) },
  // Whole rupees.
  active: { keep: ({ quote }) => quote.volume > 0, rank: ({ quote }) => Number(quote.valuePaise / 100n) },
};

/**
 * One page of quotes. Gainers, losers and the active move while they are read, so a page goes on behind the
 * last row that was shown, by its rank and code at that time: rows that moved meanwhile may be met twice or
 * missed. The watchlist and the indices keep their own order.
 */
export function selectPage({ market, searchText }: ListDeps, request: Request, watched: readonly string[]): Page {
  const type = request.type ?? 'all';
  const listed = candidates(market, type, watched).filter(matching(request, searchText));
  const ranking = type === 'watchlist' || type === 'indices' ? undefined : RANKINGS[type];
  const ranked = ranking ? rankedBy(listed, ranking) : listed.map((row, place) => ({ row, rank: -place }));
  const from = request.cursor === undefined ? 0 : placeAfter(ranked, request.cursor);
  const shown = ranked.slice(from, from + request.size);
  const last = shown.at(-1);
  const isEnd = from + shown.length >= ranked.length || !last;
  return {
    rows: shown.map(({ row }) => row),
    nextCursor: isEnd ? null : `${last.rank}:${last.row.instrument.code}`,
    breadth: countBreadth(listed),
  };
}

function candidates(
  market: MarketView,
  type: NonNullable<Request['type']>,
  watched: readonly string[],
): ListedInstrument[] {
  const instruments =
    type === 'watchlist'
      ? watched.map((code) => market.instrument(code))
      : market.instruments().filter(({ kind }) => (kind === 'index') === (type === 'indices'));
  return instruments.flatMap((instrument) => {
    const quote = instrument && market.quote(instrument.code);
    return instrument && quote ? [{ instrument, quote }] : [];
  });
}

/** A keyword is looked for in the code and in the names in all languages. */
function matching({ keyword, sector }: Request, searchText: SearchText): (row: ListedInstrument) => boolean {
  const wanted = toSearchText(keyword ?? '');
  return ({ instrument }) =>
    (wanted === '' || searchText(instrument).includes(wanted)) &&
    (!sector || instrument.issuer?.sectorKey === sector || instrument.issuer?.sector === sector);
}

/** What an exchange-traded fund is called, in the languages of the product. */
const FUND_WORDS = ['ETF', 'ईटीएफ', '交易所買賣基金', '交易所交易基金'];

/** The code and the names of an instrument, in lower case. */
type SearchText = (instrument: Instrument) => string;

/** Makes the text of an instrument once. */
export function createSearchText(): SearchText {
  const texts = new WeakMap<Instrument, string>();
  return (instrument) => {
    const known = texts.get(instrument);
    if (known !== undefined) return known;
    const names = instrument.issuer?.names ?? instrument.index?.names;
    // A fund is found by what it is, too.
    const kinds = instrument.issuer?.fund ? FUND_WORDS : [];
    const text = [instrument.code, ...Object.values(names ?? {}), ...kinds].map(toSearchText).join('\n');
    texts.set(instrument, text);
    return text;
  };
}

type Ranked = { readonly row: ListedInstrument; readonly rank: number };

const rankedBy = (rows: readonly ListedInstrument[], { keep, rank }: Ranking): readonly Ranked[] =>
  rows
    .filter(keep)
    .map((row) => ({ row, rank: rank(row) }))
    .sort((a, b) => b.rank - a.rank || byCode(a.row.instrument.code, b.row.instrument.code));

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An invalid cursor gives an empty page. */
function placeAfter(ranked: readonly Ranked[], cursor: string): number {
  const at = cursor.indexOf(':');
  const rank = Number(cursor.slice(0, at));
  const code = cursor.slice(at + 1);
  if (at < 1 || Number.isNaN(rank)) return ranked.length;
  const place = ranked.findIndex(
    ({ row, rank: own }) => own < rank || (own === rank && byCode(row.instrument.code, code) > 0),
  );
  return place === -1 ? ranked.length : place;
}

function countBreadth(rows: readonly ListedInstrument[]): Page['breadth'] {
  let rising = 0;
  let falling = 0;
  let untraded = 0;
  for (const { instrument, quote } of rows) {
    if (instrument.kind === 'share' && quote.volume === 0) untraded += 1;
    else if (quote.lastPrice > quote.previousClose) rising += 1;
    else if (quote.lastPrice < quote.previousClose) falling += 1;
  }
  return { rising, unchanged: rows.length - rising - falling - untraded, falling, untraded };
}

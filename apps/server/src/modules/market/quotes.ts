import type { Data, Language } from '@khara/contract';
import { marketValueAt, priceEarnings } from '@khara/history';
import { stageName } from '@khara/rules';
import { textsFor } from '@khara/texts';
import type { Issuer } from '@khara/universe';
import { percent, priceText, rupees, showDecimal } from '@khara/money';
import type { Depth, Instrument, MarketView, Quote } from '#src/ports/market.ts';

type QuoteDto = Data<'marketList'>['list'][number];

/** Where the shares of the universe are listed. */
const EXCHANGE = 'KHR';
/** Prices of the day that a small picture of it is rendered from. */
/** Prices of a small line. */
export const SPARK_POINTS = 24;

export type Reader = {
  readonly language: Language;
  readonly watched: ReadonlySet<string>;
  /** The market date that runs. */
  readonly marketDate: string;
  /** Of a company's accounts, lakhs; undefined of a fund, an index and an unknown code. */
  readonly yearlyProfit: (code: string) => number | undefined;
};

export const instrumentName = ({ issuer, index, code }: Instrument, language: Language): string =>
  issuer?.names[language] ?? index?.names[language] ?? code;

/** Whether a share is there and not listed yet: a demerger makes one some days before. */
export const isUnlisted = ({ listedOn, demergedFrom }: Issuer, marketDate: string): boolean =>
  demergedFrom !== undefined && listedOn > marketDate;

const orNull = (price: number | undefined): string | null => (price === undefined ? null : priceText(price));

/** A quote as it travels. `at` is the last trade, or now when there was none today. */
export function presentQuote(instrument: Instrument, quote: Quote, reader: Reader, now: number): QuoteDto {
  const { issuer, code } = instrument;
  const change = quote.lastPrice - quote.previousClose;
  return {
    code,
    name: instrumentName(instrument, reader.language),
    exchange: EXCHANGE,
    price: priceText(quote.lastPrice),
    changeAmount: priceText(change),
    changePercent: percent(BigInt(change), BigInt(quote.previousClose)),
    open: orNull(quote.openPrice),
    high: orNull(quote.highPrice),
    low: orNull(quote.lowPrice),
    prevClose: priceText(quote.previousClose),
    volume: quote.volume,
    value: rupees(quote.valuePaise),
    marketCap: issuer ? rupees(BigInt(quote.lastPrice) * BigInt(issuer.sharesOutstanding)) : null,
    ...presentPriceEarnings(issuer, quote, reader),
    collected: reader.watched.has(code),
    tradable: instrument.tradable,
    ...(issuer?.surveillance?.stage && { stage: stageName(issuer.surveillance.stage) }),
    ...(issuer && isUnlisted(issuer, reader.marketDate) && { listsOn: issuer.listedOn }),
    ...(issuer?.listedOn === reader.marketDate && { listedToday: true as const }),
    at: quote.lastTradeAt ?? now,
    ...(issuer?.fund && { isFund: true as const }),
    ...(issuer && { sector: sectorName(issuer, reader.language) }),
  };
}

/** By the accounts, as the company's own page has it; a word for a loss-maker, and none for a fund and an index. */
function presentPriceEarnings(
  issuer: Issuer | undefined,
  { lastPrice }: Quote,
  { yearlyProfit, language }: Reader,
): Pick<QuoteDto, 'pe' | 'peWord'> {
  const profit = issuer && yearlyProfit(issuer.code);
  if (profit === undefined) return { pe: null };
  const times = priceEarnings(marketValueAt(lastPrice, issuer!.sharesOutstanding), profit);
  return times === undefined
    ? { pe: null, peWord: textsFor(language).screener.loss }
    : { pe: showDecimal(BigInt(times), 2) };
}

/** Basis points in per cent, as the wire has them. */
export const percentOfBps = (bps: number): string => showDecimal(BigInt(bps), 2);

/** What an intraday position in a share needs; null of an index. */
export function presentMargin(market: Pick<MarketView, 'margin'>, code: string) {
  const margin = market.margin(code);
  return margin
    ? {
        rate: percentOfBps(margin.rateBps),
        var: percentOfBps(margin.varBps),
        elm: percentOfBps(margin.elmBps),
        least: percentOfBps(margin.leastBps),
        group: margin.group,
      }
    : null;
}

/** A sector's name in the reader's language. */
export const sectorName = ({ sectorKey }: Issuer, language: Language): string => textsFor(language).sectors[sectorKey];

export const presentSpark = (market: MarketView, code: string): string[] =>
  market.spark(code, SPARK_POINTS).map(priceText);

export const presentDepth = ({
  bids,
  asks,
  totalBid,
  totalAsk,
}: Depth): NonNullable<Data<'marketDetail'>['depth']> => ({
  bids: bids.map(([price, quantity, orders]) => [priceText(price), quantity, orders]),
  asks: asks.map(([price, quantity, orders]) => [priceText(price), quantity, orders]),
  totalBid,
  totalAsk,
});

import { priceText } from '@khara/money';
import { instrumentNumber } from '@khara/offerings';
import { memoize } from '#src/kernel/memoize.ts';
import type { Instrument, MarketView } from '#src/ports/market.ts';
import { wrongField } from './failure.ts';
import { INDIA_MS } from '@khara/rules';

/** Where everything here is traded. */
export const EXCHANGE = 'KHR';
/** Clients send a constant of theirs; it is taken for the exchange that there is. */
const TAKEN_FOR_IT: ReadonlySet<string> = new Set([EXCHANGE, 'NSE']);
export const isExchange = (text: string): boolean => TAKEN_FOR_IT.has(text.toUpperCase());

/** The last eight bits of a token say what it is of. */
const SEGMENT = { share: 1, index: 9 } as const;

type Named = Pick<Instrument, 'code' | 'kind' | 'issuer'>;

/** An instrument is the same object all day, and a token that nothing has is looked for among all of them. */
export const listedNumber = memoize(
  ({ code, issuer }: Omit<Named, 'kind'>): number => issuer?.number ?? instrumentNumber(code),
);
export const instrumentToken = (instrument: Named): number => listedNumber(instrument) * 256 + SEGMENT[instrument.kind];

/** The instrument that a client names, as "KHR:AAMRAI" or by its token. */
export function namedInstrument(market: MarketView, name: string): Instrument | undefined {
  if (/^\d{1,10}$/.test(name)) return instrumentOfToken(market, Number(name));
  const [exchange = '', code = ''] = name.split(':');
  return isExchange(exchange) ? market.instrument(code) : undefined;
}

export const instrumentOfToken = (market: MarketView, token: number): Instrument | undefined =>
  market.instruments().find((instrument) => instrumentToken(instrument) === token);

/** A price of the market in rupees, as the door's clients read one: a binary number. */
export const inRupees = (price: number | undefined): number => Number(priceText(price ?? 0));
export const numberIn = (money: string | null | undefined): number => Number(money ?? 0);

/** "2026-11-23T14:32:08+05:30" as "2026-11-23 14:32:08". */
export const clockText = (marketTime: string): string => marketTime.slice(0, 19).replace('T', ' ');

/** The same of an instant of the market, in ms. */
export const toClockText = (instant: number): string => clockText(new Date(instant + INDIA_MS).toISOString());
/** The instant of "2026-11-23 14:32:08" or "2026-11-23" on India's clock. */
export function parseInstant(name: string, text: string, endOfDay = false): number {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T+](\d\d:\d\d:\d\d))?$/.exec(text) ?? [];
  const instant = Date.parse(`${day}T${time ?? (endOfDay ? '23:59:59' : '00:00:00')}+05:30`);
  if (Number.isNaN(instant)) throw wrongField(name, `\`${name}\` is a date and time as 2026-11-23 09:15:00`);
  return instant;
}

/** The market's instant of a real one of this day: market time passes faster, or slower. */
export function toMarketInstant(market: MarketView, realNow: number, realMs: number): number {
  const { marketTime, speed } = market.now();
  return Date.parse(marketTime) - Math.max(0, realNow - realMs) * speed;
}

import type { Language } from '@khara/contract';
import { countIn, dateIn, decimalIn, fill, momentIn } from '@khara/texts';

export type Params = Readonly<Record<string, string | number>>;

/** Numbers that are names: a trade's number is looked up, not counted. */
const NAMES: ReadonlySet<string> = new Set(['trade']);
const MONEY = /^(INR|USDT) (-?\d+\.\d+)$/;
const DECIMAL = /^-?\d+\.\d+$/;
const MOMENT = /^at (\d+)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** An amount with its currency as a parameter keeps it: "INR 1520.35", "USDT 10.000000". */
export const moneyParam = (currency: 'INR' | 'USDT', amount: string): string => `${currency} ${amount}`;

/** A real instant, in ms, as a parameter keeps it. */
export const momentParam = (at: number): string => `at ${at}`;

/** What is lost has a true minus before it, as everywhere in the app. */
const trueMinus = (text: string): string => text.replace(/^-/, '−');

/**
 * A parameter as its reader writes such a thing: counts and amounts grouped, money with its sign
 * ("₹1,520.35", "10.500000 USDT"), dates in words, instants on India's clock.
 */
function shown(name: string, value: string | number, language: Language): string | number {
  if (typeof value === 'number') return NAMES.has(name) ? value : trueMinus(countIn(language, value));
  const [, currency, amount = ''] = MONEY.exec(value) ?? [];
  if (currency === 'INR') return `₹${decimalIn(language, amount)}`;
  if (currency === 'USDT') return `${decimalIn(language, amount)} USDT`;
  if (DECIMAL.test(value)) return trueMinus(decimalIn(language, value));
  const [, instant] = MOMENT.exec(value) ?? [];
  if (instant !== undefined) return momentIn(language, Number(instant));
  return DATE.test(value) ? dateIn(language, value) : value;
}

/** Fills a text that the server writes. What was kept before there was `money` has only `amount`, in rupees. */
export function formatMessage(text: string, params: Params, language: Language): string {
  const { amount } = params;
  const kept =
    'money' in params || amount === undefined ? params : { ...params, money: moneyParam('INR', String(amount)) };
  const written = Object.entries(kept).map(([name, value]) => [name, shown(name, value, language)]);
  return fill(text, Object.fromEntries(written) as Params);
}

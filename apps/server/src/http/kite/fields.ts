import { MAX_ORDER_QUANTITY } from '@khara/contract';
import { priceText } from '@khara/money';
import { isKeepable } from '../payload.ts';
import { wrongField } from './failure.ts';

/** Fields of a form, a query or a JSON object, as they came. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Texts, numbers and truth values as text; what is empty is not there. A field comes once. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? '';
  if (typeof value === 'object') throw wrongField(name, `\`${name}\` is one value`);
  if (!isKeepable(value)) throw wrongField(name, `\`${name}\` holds what is no text`);
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function neededText(fields: Fields, name: string): string {
  const text = textIn(fields, name);
  if (text === undefined) throw wrongField(name, `\`${name}\` is missing`);
  return text;
}

/** One of the words of a table, in upper or lower case, as what it means here. */
export function wordIn<T>(fields: Fields, name: string, words: Readonly<Record<string, T>>): T {
  const text = neededText(fields, name);
  const word = Object.hasOwn(words, text.toUpperCase()) ? words[text.toUpperCase()] : undefined;
  if (word === undefined) throw wrongField(name, `\`${name}\` is one of ${Object.keys(words).join(', ')}`);
  return word;
}

/** Digits alone: no sign, no point, no exponent, no other base. */
const WHOLE = /^\d{1,15}$/;
/** The same, and a point between digits. Clients send binary numbers with all of their digits. */
const DECIMAL = /^\d{1,15}(?:\.\d{1,24})?$/;

/** A whole number of something, as digits; undefined: it is not there. */
export function wholeIn(fields: Fields, name: string, what: string): number | undefined {
  const text = textIn(fields, name);
  if (text === undefined) return undefined;
  if (!WHOLE.test(text)) throw wrongField(name, `\`${name}\` is a whole number ${what}, in digits`);
  return Number(text);
}

/** A decimal number, as digits; undefined: it is not there. */
export function decimalIn(fields: Fields, name: string, what: string): number | undefined {
  const text = textIn(fields, name);
  if (text === undefined) return undefined;
  if (!DECIMAL.test(text)) throw wrongField(name, `\`${name}\` is ${what}, in digits`);
  return Number(text);
}

/** Numbers of an order. Which of them count follows from its kind: one that does not is no other number either. */
const NUMBERS = {
  quantity: WHOLE,
  disclosed_quantity: WHOLE,
  iceberg_legs: WHOLE,
  iceberg_quantity: WHOLE,
  validity_ttl: WHOLE,
  price: DECIMAL,
  trigger_price: DECIMAL,
  market_protection: /^(?:-1|\d{1,15}(?:\.\d{1,24})?)$/, // -1 is the market's own
} as const;

/** Refuses an order with a field that should be a number and is not, whether its kind reads it or not. */
export function refuseNonNumbers(fields: Fields): void {
  for (const [name, form] of Object.entries(NUMBERS)) {
    const text = textIn(fields, name);
    if (text !== undefined && !form.test(text)) throw wrongField(name, `\`${name}\` is a number, in digits`);
  }
}

/** A whole number of shares; 0 and nothing are the same to clients. */
export function sharesIn(fields: Fields, name: string): number | undefined {
  const shares = wholeIn(fields, name, 'of shares') ?? 0;
  if (shares > MAX_ORDER_QUANTITY * 1000) throw wrongField(name, `\`${name}\` is too large`);
  return shares === 0 ? undefined : shares;
}

/** A price in rupees. Clients count in binary: it is rounded to the paisa. 0 and nothing are the same to them. */
export function priceIn(fields: Fields, name: string): string | undefined {
  const price = decimalIn(fields, name, 'a price in rupees') ?? 0;
  if (price > 10_000_000) throw wrongField(name, `\`${name}\` is too high a price`);
  const rounded = Math.round(price * 100);
  return rounded === 0 ? undefined : priceText(rounded);
}

/** `i` of quotes comes once or many times. */
export const listIn = (fields: Fields, name: string): readonly string[] =>
  [fields[name]].flat().filter((text): text is string => typeof text === 'string' && text !== '');

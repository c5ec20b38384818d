import { paise as readPaise, parseDecimal } from '@khara/money';
import { plainDigits, plainText } from '@khara/rules';
import * as z from 'zod/mini';
import type { Refusal } from './refusals.ts';

/*
 * The fields of the wire. What comes in is read into domain values (text and numbers into bigint paise, "5"
 * into 5), since the same payload may arrive as JSON or as a form; what goes out is described as it travels.
 * A field's `message` is the refusal that the server gives for it.
 */

type Text = string | number;
const text = (reason: Refusal) => z.union([z.string(), z.number()], { error: reason });

/** Text as its reader sees it, without blanks around it: of each identifier that people type or paste. */
export const plain = z.overwrite((value: string) => plainText(value).trim());
/** The same with digits of any script as 0 to 9: of what has no other letters than A to Z. */
export const plainNumber = z.overwrite((value: string) => plainDigits(value).trim());
/** A password as it is seen: blanks are part of it. */
export const plainSecret = z.overwrite(plainText);

/** The name that its owner gives a thing: one line without controls, not empty, at most `most` characters. */
export const nameIn = (reason: Refusal, most: number) =>
  z.pipe(
    z.string({ error: reason }),
    z.transform((value, context): string => {
      const name = plainText(value)
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim();
      if (name !== '' && [...name].length <= most) return name;
      context.issues.push({ code: 'custom', message: reason, input: value });
      return z.NEVER;
    }),
  );

/** A field read by `read`; undefined from it is refused with `reason`, an empty one with `missing`. */
function readAs<T>(read: (value: Text) => T | undefined, reason: Refusal, missing: Refusal = reason) {
  return z.pipe(
    text(missing),
    z.transform((typed, context): T => {
      const value = typeof typed === 'string' ? plainDigits(typed).trim() : typed;
      const result = value === '' ? undefined : read(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message: value === '' ? missing : reason, input: typed });
      return z.NEVER;
    }),
  );
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const wholeNumber = (value: Text): number | undefined => {
  const units = parseDecimal(value, 0);
  return units === undefined || units > MAX_SAFE || units < -MAX_SAFE ? undefined : Number(units);
};

/**
 * A positive amount as decimal text. Its currency is another field, so the call that knows both reads it into
 * minor units and refuses too many decimals.
 */
export const Amount = readAs(
  (value) => {
    const text = String(value);
    const amount = parseDecimal(text, 6);
    return amount !== undefined && amount > 0n ? text : undefined;
  },
  'amount_invalid',
  'amount_required',
);
/** A price of a share in rupees, positive, read into paise. */
export const PriceIn = readAs(
  (value) => {
    const price = readPaise(value);
    return price !== undefined && price > 0n ? price : undefined;
  },
  'price_invalid',
  'price_required',
);
/** Hands: a whole number, at least one. */
export const Quantity = readAs(
  (value) => {
    const quantity = wholeNumber(value);
    return quantity !== undefined && quantity > 0 ? quantity : undefined;
  },
  'quantity_invalid',
  'quantity_required',
);
/** Shares of an offer to holders: a whole number, or none. */
export const Shares = readAs((value) => {
  const shares = wholeNumber(value);
  return shares !== undefined && shares >= 0 && shares <= 100_000_000 ? shares : undefined;
}, 'quantity_invalid');
/** Hands that the book shows at a time: a whole number; 0 shows all of the order again. */
export const Disclosed = readAs((value) => {
  const quantity = wholeNumber(value);
  return quantity !== undefined && quantity >= 0 ? quantity : undefined;
}, 'quantity_invalid');
/** Lots of an offering: a whole number, at least one. */
export const Lots = readAs(
  (value) => {
    const lots = wholeNumber(value);
    return lots !== undefined && lots > 0 ? lots : undefined;
  },
  'lots_invalid',
  'lots_required',
);
/** A whole number such as an instant in ms. */
export const Whole = readAs(wholeNumber, 'invalid_input');
/** Per cent with at most two decimals, read into basis points. */
export const PercentIn = readAs((value) => {
  const bps = parseDecimal(value, 2);
  return bps === undefined || bps > MAX_SAFE || bps < -MAX_SAFE ? undefined : Number(bps);
}, 'invalid_input');
const Flag = readAs(
  (value) =>
    value === 'true' || value === 1 || value === '1'
      ? true
      : value === 'false' || value === 0 || value === '0'
        ? false
        : undefined,
  'invalid_input',
);
/** true or false, also as form text. */
export const Bool = z.union([z.boolean(), Flag], { error: 'invalid_input' });

export const StockCode = z
  .string({ error: 'unknown_code' })
  .check(plainNumber, z.regex(/^[A-Z0-9]{2,16}(-RE)?$/, { error: 'unknown_code' }));
export const RequestId = z
  .string({ error: 'request_id_required' })
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, { error: 'request_id_required' }));
/** An id in a path or a field: opaque to the client. */
export const IdIn = z.pipe(
  text('invalid_id'),
  z.transform((value, context): string => {
    const id = plainDigits(String(value)).trim();
    if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id;
    context.issues.push({ code: 'custom', message: 'invalid_id', input: value });
    return z.NEVER;
  }),
);
/** A list, or its JSON text: a form has no lists. The first thing that is wrong in it is the refusal. */
export const listIn = <T>(list: z.ZodMiniType<T>) =>
  z.pipe(
    z.union([z.array(z.unknown()), z.string()], { error: 'invalid_input' }),
    z.transform((value, context): T => {
      const read = list.safeParse(typeof value === 'string' ? parsed(value) : value);
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      context.issues.push({ code: 'custom', message: issue?.message ?? 'invalid_input', input: value });
      return z.NEVER;
    }),
  );
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** The six digits of a transaction password. */
export const TransactionPassword = z
  .string({ error: 'transaction_password_required' })
  .check(plainNumber, z.regex(/^\d{6}$/, { error: 'transaction_password_format' }));
/** An existing day, YYYY-MM-DD. PostgreSQL has no year 0. */
export const MarketDate = z.iso
  .date({ error: 'invalid_input' })
  .check(z.regex(/^(?!0000)/, { error: 'invalid_input' }));

/** Input of every list: where to go on from, and how many. */
export const Page = {
  cursor: z.optional(z.string({ error: 'invalid_input' }).check(z.maxLength(200, { error: 'invalid_input' }))),
  size: z.optional(
    readAs((value) => {
      const size = wholeNumber(value);
      return size !== undefined && size >= 1 && size <= 100 ? size : undefined;
    }, 'invalid_input'),
  ),
};

/** Answer of every list: newest first unless said; `nextCursor` is null at the end. */
export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ list: z.array(item), nextCursor: z.nullable(z.string()) });

// ---- what goes out -------------------------------------------------------------------------------------------------

/** Decimal text in the currency's unit: "1520.35". */
export const Money = z.string().check(z.regex(/^-?\d+\.\d+$/));
/** Decimal text of a price in rupees. */
export const Price = z.string().check(z.regex(/^-?\d+\.\d{2}$/));
/** Decimal text in per cent: "-1.27". */
export const Percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));
export const Count = z.int();
/**
 * What an intraday position in a share needs on a market date, in per cent of its value, and what that comes from: the
 * sum of value at risk (by its group of liquidity) and extreme loss margin, never under the least.
 */
export const MarginRate = z.object({
  rate: Percent,
  var: Percent,
  elm: Percent,
  least: Percent,
  group: z.union([z.literal(1), z.literal(2), z.literal(3)]),
});
/** ms of real time. */
export const Instant = z.int();
export const Id = z.string();
/** Answer of a call that has nothing to say. */
export const Nothing = z.null();

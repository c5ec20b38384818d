import { anyText, foldedText } from './plain.ts';

/**
 * What stands between two digits of one number: nothing, a comma, a colon, or any one sign with blanks around
 * it. Signs of sums and tables and the end of a line count between groups of three or more digits, the end of
 * a line also between single digits. A list ("10, 20, 30") is several numbers.
 */
const BETWEEN =
  '(?:,|:|[^\\S\\n]{0,2}[^\\p{L}\\p{N}\\s,;:、|%₹+×=÷−]?[^\\S\\n]{0,2}|(?<=\\d{3})\\s{0,3}[|=+×÷−]{0,2}\\s{0,3}(?=\\d{3})|(?<=(?<!\\d)\\d)\\s{1,3}(?=\\d(?!\\d)))';
/** Names behind the @ of the commonest UPI ids: with one of them no @ is needed. */
const LONG_HANDLES =
  'ok(?:axis|hdfcbank|icici|sbi)|paytm|pt(?:yes|sbi|hdfc|axis)|(?:jupiter|wa|fam|slice)(?:axis|hdfcbank|icici|sbi|bank)';
const HANDLES = `${LONG_HANDLES}|ybl|ibl|axl|y?apl`;
/** What an @ is called, or written as. */
const AT = '(?:@|[([{]\\s*at(?:[\\s-]+sign)?\\s*[)\\]}]|(?<![a-z])at[\\s-]+sign(?![a-z]))';
const PAY =
  '(?:\\b(?:pay|paid|payments?|upi|vpa|accounts?|a/c|send|transfers?|deposits?|remit)\\b|यूपीआई|खात|भुगतान|भेज|जमा|付款|支付|轉帳|转账|轉賬|匯|汇|帳[戶號]|账[户号]|存入)';
/** Any name behind an @, but no word of a sentence that speaks of the sign. */
const HANDLE = '(?!(?:and|the|sign|market|limit)\\b)[a-z][a-z0-9]{2,}';
const AND = '(?:and|then|followed by|plus|और|फिर|तथा|及|和|與|与|再|然後|然后|接著|接着)';
const ENGLISH_DIGIT = '(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)';
const HINDI_DIGIT = '(?:शून्य|जीरो|एक|दो|तीन|चार|पा[ंँ]च|छह|छः|छे|सात|आठ|नौ|डबल)';
const CHINESE_DIGIT = '[〇○零一二三四五六七八九壹贰貳叁參参肆伍陆陸柒捌玖幺]';
const AT_THE_RATE = '(?<![a-z])at[\\s-]+the[\\s-]+rate(?:[\\s-]+of)?[\\s-]';

/** Ways to mention where money could be sent: no text of the back office may hold one. They look at the plain text. */
const PAYMENT_DETAILS: readonly RegExp[] = [
  /upi\s*:\s*\/\//,
  /\bpa\s*=\s*\S/,
  // A UPI id, which unlike a mail address has no dot after the @.
  /[\p{L}\p{N}.-]{2}@[a-z][a-z0-9]+(?![\w-]*\.[a-z])/u,
  new RegExp(`[a-z0-9.-]{3}\\s*(?:@|[([{]\\s*at\\s*[)\\]}]|\\sat\\s|${AT_THE_RATE})\\s*(?:${HANDLES})\\b`),
  new RegExp(`[a-z0-9]\\s*(?:@|${AT_THE_RATE})\\s*upi\\b`),
  new RegExp(`[a-z0-9.-]{2}\\s*${AT}\\s*(?:${HANDLES})\\b`),
  // Any handle, with a word of paying near it.
  new RegExp(`${PAY}[^]{0,60}[\\p{L}\\p{N}.-]{2}\\s*${AT}\\s*${HANDLE}(?![\\w-]*\\.[a-z])`, 'u'),
  new RegExp(`[\\p{L}\\p{N}.-]{2}\\s*${AT}\\s*${HANDLE}(?![\\w-]*\\.[a-z])[^]{0,60}${PAY}`, 'u'),
  // A handle glued to the name. The short ones need the word UPI in front of them.
  new RegExp(`[\\p{L}\\p{N}.-]{2}(?:${LONG_HANDLES})(?![\\p{L}\\p{N}])`, 'u'),
  new RegExp(
    `(?<![\\p{L}\\p{N}])upi\\P{L}{0,3}(?:id\\P{L}{1,3})?[\\p{L}\\p{N}.-]{2,}(?:${HANDLES})(?![\\p{L}\\p{N}])`,
    'u',
  ),
  // IFSC
  /\b[a-z]{4}0[a-z0-9]{6}\b/,
  /\b[a-z]{4}[\W_]{1,3}0(?:[\W_]?\d){6}\b/,
  // An account's or a phone's number, also with a letter right before or after it.
  new RegExp(`(?<!\\d)\\d(?:${BETWEEN}\\d){8,}(?!\\d)`, 'u'),
  // Groups of it with a word between, and digits as words.
  new RegExp(`(?<!\\d)\\d{3,}(?:\\s*,?\\s*${AND}\\s*\\d{3,}){2,}(?!\\d)`, 'u'),
  new RegExp(`(?<![a-z])${ENGLISH_DIGIT}(?:[\\s,.;-]{1,3}(?:and\\s+)?${ENGLISH_DIGIT}){8,}(?![a-z])`),
  new RegExp(`${HINDI_DIGIT}(?:[\\s,.;।-]{1,3}${HINDI_DIGIT}){8,}`, 'u'),
  new RegExp(`${CHINESE_DIGIT}(?:[\\s,.、·-]{0,3}${CHINESE_DIGIT}){8,}`, 'u'),
  // Addresses of USDT and bitcoin, in lower case as the plain text is.
  /\bt[1-9a-z]{33}\b/,
  /\b0x[0-9a-f]{40}\b/,
  /\bbc1[a-z0-9]{20,}\b/,
];

/**
 * Figures that are no account: amounts grouped as in India or elsewhere (ten digits and two decimals at
 * most), dates, times, numbers of recharges and withdrawals, and hashes.
 */
const FIGURES: readonly RegExp[] = [
  /(?<![\d,.])(?:\d{1,2}(?:,\d{2}){0,2}|\d(?:,\d{2}){3}),\d{3}(?:\.\d{1,2})?(?![,.]?\d)/g,
  /(?<![\d,.])\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,2})?(?![,.]?\d)/g,
  /(?<![\d,.])\d{1,6}\.\d{2}(?=[。।])/g, // a price that ends a sentence
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\b[a-z]20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}\b/g,
  /\b[0-9a-f]{64}\b/g,
  /\bin[a-z]0\d{8}\b/g, // a registration's number, which is refused as a claim (claims.ts)
];

/** A table of Markdown with its line of dashes. */
const TABLE = /^[^\S\n]*\|[^\n]*\n[^\S\n]*\|[-:| ]+\|[^\S\n]*(?:\n[^\S\n]*\|[^\n]*)+/gm;
const SMALL_CELL = /(?<=\|[^\S\n]*)\d{1,3}(?:\.\d{1,2})?(?=[^\S\n]*\|)/g;
/** A sum of two small numbers with its result: when it is right, it is no account. */
const SUM = /(?<!\d)(\d{1,4})\s?([+×−-])\s?(\d{1,4})\s?=\s?(\d{1,8})(?!\d)/g;

const isRight = (one: number, sign: string, other: number, result: number): boolean =>
  (sign === '+' ? one + other : sign === '×' ? one * other : one - other) === result;

/** A plain text without the figures that are no account. */
function withoutFigures(text: string): string {
  const known = text
    .replace(TABLE, (table) => table.replace(SMALL_CELL, ' x '))
    .replace(SUM, (sum, one: string, sign: string, other: string, result: string) =>
      isRight(Number(one), sign, Number(other), Number(result)) ? ' x ' : sum,
    );
  return FIGURES.reduce((rest, figure) => rest.replace(figure, ' x '), known);
}

/**
 * Whether a text mentions an account, a UPI id or an address to pay into. Staff may give members none: the
 * commonest fraud is a kind answer of "customer service" with an account in it. A net with a fine mesh, no
 * proof: the audit names each author.
 */
export function mentionsPaymentDetails(text: string): boolean {
  const read = withoutFigures(foldedText(text));
  return PAYMENT_DETAILS.some((one) => one.test(read));
}

/** The same of all texts within a value. */
export const anyMentionsPaymentDetails = (value: unknown): boolean => anyText(value, mentionsPaymentDetails);

import { anyText, plain } from './plain.ts';

/**
 * What stands between two digits of one number: nothing, a comma, a colon, or any one sign with blanks around it. A list ("10, 20, 30") and a sum are several
 * numbers.
 */
const BETWEEN = '(?:,|:|[^\\S\\n]{0,2}[^\\p{L}\\p{N}\\s,;:、|%₹+×=÷−]?[^\\S\\n]{0,2})';
/** Names behind the @ of the commonest UPI ids: with one of them no @ is needed. */
const HANDLES =
  'ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|paytm|pt(?:yes|sbi|hdfc|axis)|y?apl|(?:jupiter|wa|fam|slice)(?:axis|hdfcbank|icici|sbi|bank)';

/** Ways to name where money could be sent: what no text of the back office may hold. They look at the plain text. */
const PAY_TO: readonly RegExp[] = [
  /upi\s*:\s*\/\//,
  /\bpa\s*=\s*\S/,
  // A UPI id, which unlike a mail address has no dot after the @.
  /[\p{L}\p{N}.-]{2,}@[a-z][a-z0-9]+(?![\w-]*\.[a-z])/u,
  new RegExp(`[a-z0-9.-]{3,}\\s*(?:@|[([{]\\s*at\\s*[)\\]}]|\\sat\\s)\\s*(?:${HANDLES})\\b`),
  /[a-z0-9]\s*@\s*upi\b/,
  // IFSC
  /\b[a-z]{4}0[a-z0-9]{6}\b/,
  /\b[a-z]{4}[\W_]{1,3}0(?:[\W_]?\d){6}\b/,
  // An account's or a phone's number.
  new RegExp(`(?<![\\p{L}\\p{N}])\\d(?:${BETWEEN}\\d){8,17}(?![\\p{L}\\p{N}])`, 'u'),
  // Addresses of USDT and bitcoin, in lower case as the plain text is.
  /\bt[1-9a-z]{33}\b/,
  /\b0x[0-9a-f]{40}\b/,
  /\bbc1[a-z0-9]{20,}\b/,
];

/** Figures that are no account: amounts grouped as in India or elsewhere (ten digits at most), dates and times. */
const FIGURES: readonly RegExp[] = [
  /(?<![\d,.])\d{1,2}(?:,\d{2}){0,3},\d{3}(?:\.\d{1,6})?(?![\d,])/g,
  /(?<![\d,.])\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,6})?(?![\d,])/g,
  /(?<![\d,.])\d{1,6}\.\d{2}(?=[。।])/g, // a price that ends a sentence
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
];

/**
 * Whether a text names an account, a UPI id or an address to pay into. Nobody who works here may give members one (design: integrity, D): the commonest
 * fraud is a kind answer of "customer service" with an account in it. A net with a fine mesh, no proof: the audit has who wrote what.
 */
export function namesPayTo(text: string): boolean {
  const read = FIGURES.reduce((rest, figure) => rest.replace(figure, ' x '), plain(text));
  return PAY_TO.some((one) => one.test(read));
}

/** The same of all texts within a value. */
export const anyNamesPayTo = (value: unknown): boolean => anyText(value, namesPayTo);

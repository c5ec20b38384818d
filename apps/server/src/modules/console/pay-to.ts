/** Ways to name where money could be sent: what no text of the back office may hold. */
const PAY_TO: readonly RegExp[] = [
  /upi:\/\//i,
  // A UPI id, which unlike a mail address has no dot after the @.
  /[\w.-]{2,}@[a-z]{2,}(?![\w-]*\.[a-z])/i,
  /\b[A-Z]{4}0[A-Z0-9]{6}\b/, // IFSC
  /\b\d(?:[ -]?\d){8,17}\b/, // an account's or a phone's number
  /\bT[1-9A-HJ-NP-Za-km-z]{33}\b/, // an address of USDT
  /\b0x[0-9a-fA-F]{40}\b/,
  /\bbc1[a-z0-9]{20,}\b/,
];

/**
 * Whether a text names an account, a UPI id or an address to pay into. Nobody who works here may give members one (design: integrity, D): the commonest
 * fraud is a kind answer of "customer service" with an account in it. A net with a fine mesh, no proof: the audit has who wrote what.
 */
export const namesPayTo = (text: string): boolean => PAY_TO.some((one) => one.test(text));

/** The same of all texts within a value. */
export const anyNamesPayTo = (value: unknown): boolean =>
  typeof value === 'string'
    ? namesPayTo(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(anyNamesPayTo);

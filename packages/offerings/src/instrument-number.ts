import { hash, utf8 } from '@khara/proof';
import { entitlementCode } from '@khara/universe';

/** Bits of a number: programs read the token that it is a part of as a signed number of 32 bits. */
const BITS = 23;

/** What was computed before. */
const known = new Map<string, number>();

/**
 * The number of an instrument, by which programs name it: made of its code alone, so that it is the same for ever and
 * in every installation. No two have one: a new share gets a code whose numbers are free.
 */
export function instrumentNumber(code: string): number {
  let number = known.get(code);
  if (number === undefined) {
    const digest = hash(utf8(`khara/instrument/1 ${code}`));
    number = new DataView(digest.buffer, digest.byteOffset, 4).getUint32(0) >>> (32 - BITS);
    known.set(code, number);
  }
  return number;
}

/** Of a share, and of the entitlements of its rights issues. */
const numbersOf = (code: string): readonly number[] => [code, entitlementCode(code)].map(instrumentNumber);

/** Whether a new share may have a code: it is not taken, and neither are the numbers that come with it. */
export function freeCodes(taken: ReadonlySet<string>): (code: string) => boolean {
  const used = new Set([...taken].flatMap(numbersOf));
  return (code) => !taken.has(code) && !numbersOf(code).some((number) => used.has(number));
}

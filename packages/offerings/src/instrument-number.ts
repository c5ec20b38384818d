import { hash, utf8 } from '@khara/proof';
import { entitlementCode } from '@khara/universe';

/** Bits of a number: programs read the token that it is a part of as a signed number of 32 bits. */
const BITS = 23;

/** Numbers kept for shares whose own number is taken: no code leads to one of them. */
const SPARE = 1_024;
const OWN = 2 ** BITS - SPARE;

/**
 * The number of an instrument, by which programs name it: made of its code alone, so that it is the same for ever and
 * in every installation. Shares made here get codes whose numbers are free; what else joins the market with a number
 * that another one has gets a spare one (`spareNumbers`).
 */
export function instrumentNumber(code: string): number {
  const digest = hash(utf8(`khara/instrument/1 ${code}`));
  return (new DataView(digest.buffer, digest.byteOffset, 4).getUint32(0) >>> (32 - BITS)) % OWN;
}

/** Of a share, and of the entitlements of its rights issues. */
const instrumentNumbers = (code: string): readonly number[] => [code, entitlementCode(code)].map(instrumentNumber);

/** Codes that no new share may have, with the numbers that come with them. */
export class TakenCodes {
  readonly #codes = new Set<string>();
  readonly #numbers = new Set<number>();

  constructor(codes: Iterable<string> = []) {
    for (const code of codes) this.add(code);
  }

  add(code: string): void {
    this.#codes.add(code);
    for (const number of instrumentNumbers(code)) this.#numbers.add(number);
  }

  /** Whether a new share may have a code: neither it nor one of its numbers is taken. */
  isFree(code: string): boolean {
    return !this.#codes.has(code) && !instrumentNumbers(code).some((number) => this.#numbers.has(number));
  }
}

type Numbered = { readonly code: string; readonly number?: number | undefined };

/**
 * Spare numbers by code: those that instruments `before` have, which they keep, and one for each of `all` that joins
 * them with the number of another one, or of its entitlements. Throws when none is left.
 */
export function spareNumbers(all: readonly Numbered[], before: readonly Numbered[]): ReadonlyMap<string, number> {
  const spare = new Map(before.flatMap(({ code, number }) => (number === undefined ? [] : [[code, number] as const])));
  const codes = new Set(before.map(({ code }) => code));
  const joining = all.filter(({ code }) => !codes.has(code));
  if (joining.length === 0) return spare;
  const owners = new Map(before.map(({ code, number = instrumentNumber(code) }) => [number, code]));
  const keepForEntitlements = (code: string) => {
    const [, number = 0] = instrumentNumbers(code);
    if (!owners.has(number)) owners.set(number, entitlementCode(code));
  };
  for (const { code } of before) keepForEntitlements(code);
  for (const { code } of joining) {
    let number = instrumentNumber(code);
    if ((owners.get(number) ?? code) !== code) {
      for (number = OWN; owners.has(number);) number += 1;
      if (number === OWN + SPARE) throw new Error('no number for an instrument is left');
      spare.set(code, number);
    }
    owners.set(number, code);
    keepForEntitlements(code);
  }
  return spare;
}

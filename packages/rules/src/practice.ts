/* A practice account: known by a key of its device. */

/** Paper money that a practice account begins with, in paise. */
export const PRACTICE_START_PAISE = 1_00_000_00n;
/** The same of a seat of a class: its teacher chooses one. */
export const CLASS_STARTS_PAISE = [50_000_00n, 1_00_000_00n, 2_00_000_00n, 5_00_000_00n] as const;
export const MAX_CLASS_SEATS = 60;
export const MAX_CLASS_MISSIONS = 6;
/** Characters of the name of a class. */
export const MAX_CLASS_NAME = 40;
/** Real days that a class may last. */
export const MAX_CLASS_DAYS = 366;
/** With fewer results their distribution would be one of persons. */
export const MIN_CLASS_RESULTS = 8;
/** Signs of the code on the wall, and of one on a slip, which begins with it. */
export const CLASS_CODE_SIGNS = { wall: 4, slip: 12 } as const;
/** Signs of codes, after Crockford: none looks like another. */
const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Signs of a code by chance, five bits of each byte. */
export const toCodeSigns = (bytes: Uint8Array): string => Array.from(bytes, (byte) => CODE_SIGNS[byte % 32]).join('');

/** A code as it is compared: in capitals, without blanks and dashes, O as 0, I and L as 1. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** Real days without a visit after which a practice account ends. */
export const PRACTICE_DAYS = 30;

/** What a device's key signs, as UTF-8: nothing else that it may ever sign looks like it. */
export const deviceKeyMessage = (challenge: string): string => `khara/device-key/1\n${challenge}`;

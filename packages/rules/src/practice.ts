/* A practice account: known by a key of its device. */

/** Paper money that a practice account begins with, in paise. */
export const PRACTICE_START_PAISE = 1_00_000_00n;
/** Real days without a visit after which a practice account ends. */
export const PRACTICE_DAYS = 30;

/** What a device's key signs, as UTF-8: nothing else that it may ever sign looks like it. */
export const deviceKeyMessage = (challenge: string): string => `khara/device-key/1\n${challenge}`;

import { plainText } from './plain-text.ts';

/** Characters of a name at most; marks that stand on a letter count, too. */
export const MAX_NICKNAME = 30;
/** Letters of any script, the first sign among them, digits, and what stands between names. */
const NICKNAME = /^\p{L}[\p{L}\p{M}\p{Nd} .'’-]*$/u;

/** What members call themselves, as it is shown: one line, blanks as one. Undefined of what is no name. */
export function readNickname(typed: string): string | undefined {
  const name = plainText(typed).replaceAll(/\s+/g, ' ').trim();
  return NICKNAME.test(name) && [...name].length <= MAX_NICKNAME ? name : undefined;
}

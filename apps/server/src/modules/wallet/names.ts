import { plainText } from '@khara/rules';

/**
 * Whether two names are of one person, as banks compare them: letters count, not case, accents, dots, spaces
 * between initials, or titles before the name.
 */
export const sameName = (a: string, b: string): boolean => folded(a) === folded(b);

const TITLES = /^(mr|mrs|ms|miss|dr|shri|smt|sri|kumari)\s+/;

const folded = (name: string): string =>
  plainText(name)
    .normalize('NFKD')
    .toLowerCase()
    // Accents of Latin letters; the vowel signs of Indian scripts are letters' own and stay.
    .replace(/[\u0300-\u036f.,'’]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(TITLES, '')
    .replaceAll(' ', '');

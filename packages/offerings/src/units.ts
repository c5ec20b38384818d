import type { Names } from '@khara/universe';

export type UnitKey =
  | 'logistics'
  | 'renewables'
  | 'digital'
  | 'homes'
  | 'finance'
  | 'retail'
  | 'materials'
  | 'mobility';

/**
 * Something an invented company may carve out and sell to the public. Issues made by rule bear the names of
 * invented issuers, which were checked against real ones.
 */
export type Unit = {
  readonly key: UnitKey;
  /** Ends the code. */
  readonly letters: string;
  readonly names: Names;
  readonly sector: string;
};

export const UNITS: readonly Unit[] = [
  unit('logistics', 'LOG', 'Services', ['Logistics', 'लॉजिस्टिक्स', '物流', '物流']),
  unit('renewables', 'REN', 'Power', ['Renewables', 'रिन्यूएबल्स', '再生能源', '可再生能源']),
  unit('digital', 'DIG', 'Information Technology', ['Digital', 'डिजिटल', '數位', '数字']),
  unit('homes', 'HOM', 'Realty', ['Homes', 'होम्स', '住宅', '住宅']),
  unit('finance', 'FIN', 'Financial Services', ['Finance', 'फ़ाइनेंस', '金融', '金融']),
  unit('retail', 'RET', 'Consumer Services', ['Retail', 'रिटेल', '零售', '零售']),
  unit('materials', 'MAT', 'Chemicals', ['Materials', 'मैटेरियल्स', '材料', '材料']),
  unit('mobility', 'MOB', 'Automobile and Auto Components', ['Mobility', 'मोबिलिटी', '交通', '出行']),
];

/** Names of a company's unit: the company's and what the unit does; from the second of its kind on with its number. */
export function unitNames(parent: Names, { names }: Unit, number: number): Names {
  const nth = number === 1 ? '' : ` ${number}`;
  return {
    en: `${parent.en} ${names.en}${nth}`,
    hi: `${parent.hi} ${names.hi}${nth}`,
    'zh-Hant': `${parent['zh-Hant']}${names['zh-Hant']}${nth}`,
    'zh-Hans': `${parent['zh-Hans']}${names['zh-Hans']}${nth}`,
  };
}

/** Whether a company has the name of a unit. */
export const isUnitName = ({ en }: Names): boolean => {
  const name = en.replace(/ \d+$/, '');
  return UNITS.some(({ names }) => name.endsWith(` ${names.en}`));
};

const CODE_LENGTH = 10;

/**
 * The code of a company's unit: letters of the company, of the unit, and from the second of its kind on its number's.
 */
export function unitCode(parent: string, { letters }: Unit, number: number): string {
  const ends = letters + inLetters(number - 1);
  return parent.slice(0, CODE_LENGTH - ends.length) + ends;
}

/** 0 is no letter, 1 is A, 26 is Z, 27 is AA. */
function inLetters(number: number): string {
  if (number === 0) return '';
  return inLetters(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));
}

function unit(
  key: UnitKey,
  letters: string,
  sector: string,
  [en, hi, hant, hans]: readonly [string, string, string, string],
): Unit {
  return { key, letters, sector, names: { en, hi, 'zh-Hant': hant, 'zh-Hans': hans } };
}

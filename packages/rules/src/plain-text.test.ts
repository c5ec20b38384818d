import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal, plainDigits, plainText } from './plain-text.ts';

it.each([
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['full width', '０１２３４５６７８９'],
  ['mathematical bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['mathematical monospace, last of five rows', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'],
])('digits of %s are read', (_, digits) => {
  expect(plainDigits(`+${digits} a`)).toBe('+0123456789 a');
});

describe('a text as its reader sees it', () => {
  it.each([
    ['a number copied from contacts', '\u202a+91 98123 45670\u202c', '+91 98123 45670'],
    ['marks of direction', '\u200e\u200f\u061c\u2066a\u2069', 'a'],
    ['a byte order mark', '\ufeff9812345670', '9812345670'],
    ['a soft hyphen and a blank of no width', '98\u00ad12\u200b34', '981234'],
    ['a joiner in Hindi', 'क्\u200dष', 'क्ष'],
    ['a filler that a compatibility form makes', 'a\uffa0b', 'ab'],
    ['letters of full width', 'ＡＢＣＤ', 'ABCD'],
    ['a blank that does not break', 'a\u00a0b', 'a b'],
    ['a nukta that is a letter of its own', '\u0958', '\u0915\u093c'],
  ])('%s', (_, typed, seen) => {
    expect(plainText(typed)).toBe(seen);
  });

  it('is the same however its signs are composed, and when it is read twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = plainText(text);
        expect(plainText(plain)).toBe(plain);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(plainText(text.normalize(form))).toBe(plain);
      }),
    );
  });

  it('as a number has the point of any keyboard', () => {
    expect(['१३००.५०', '１３００。５０', '１３００．５０', '١٣٠٠٫٥٠'].map(plainDecimal)).toEqual(
      Array(4).fill('1300.50'),
    );
  });
});

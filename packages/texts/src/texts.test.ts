import { REFUSALS } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { fill, textsFor, type TextLanguage } from './index.ts';

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly TextLanguage[];
type Flat = ReadonlyMap<string, string>;

function flat(tree: object, path = ''): Flat {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): (readonly [string, string])[] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : Array.from(flat(value as object, `${path}${key}.`)),
    ),
  );
}

const english = flat(textsFor('en'));
const places = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]))].sort();
const tags = (text: string) => [...text.matchAll(/<(\d)>/g)].map((match) => match[1]).sort();

/** Names, symbols and codes that are written the same everywhere. */
const SAME_EVERYWHERE = new Set([
  'common.practice.ist',
  'common.joined.list',
  'common.joined.label',
  'common.joined.paragraph',
  'ticket.sl',
  'ticket.sl_m',
  'orders.items.gst',
  'ticket.summary',
  'orders.type.sl',
  'orders.type.sl_m',
  'orders.validity.ioc',
  'newStocks.kind.ipo',
  'orders.filledOf',
  'positions.arrives',
  'assets.usdt',
  'stock.isin',
  'market.fund',
  'legal.version',
  'picture.level',
  'company.ebitda',
  'terms.ebitda.title',
]);

it.each(['en', 'hi'] as const)(
  '%s writes no 1 in a form of one, which is the form of none in Hindi too',
  (language) => {
    const written = [...flat(textsFor(language))].filter(
      ([key, text]) => key.endsWith('_one') && /(?<!\d)1(?!\d)/.test(text),
    );
    expect(written).toEqual([]);
  },
);

describe.each(LANGUAGES.slice(1))('%s', (language) => {
  const translated = flat(textsFor(language));

  it('has exactly the keys of English', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('leaves nothing in English', () => {
    const left = [...translated].filter(([key, text]) => text === english.get(key) && !SAME_EVERYWHERE.has(key));
    expect(left).toEqual([]);
  });

  it('keeps the places of parameters and links', () => {
    const moved = [...translated].filter(([key, text]) => {
      const original = english.get(key) ?? '';
      return (
        places(text).join() !== places(original).join() ||
        tags(text).join() !== tags(original).join() ||
        text.trim() === ''
      );
    });
    expect(moved).toEqual([]);
  });
});

it.each([
  ['en', /real time/i],
  ['hi', /असली समय/],
  ['zh-Hant', /真實時間|實際時間/],
  ['zh-Hans', /真实时间|实际时间/],
] as const)('%s calls a moment that is none of the market’s by the reader’s own clock', (language, real) => {
  // How long something lasts has no other name.
  const lasting = /^session\.next/;
  const found = [...flat(textsFor(language))].filter(
    ([key, text]) => real.test(text) && /\{\{(at|time)\}\}/.test(text) && !lasting.test(key),
  );
  expect(found).toEqual([]);
});

it('every text says what it says without an exclamation mark', () => {
  const loud = LANGUAGES.flatMap((language) => [...flat(textsFor(language))].filter(([, text]) => /[!！]/.test(text)));
  expect(loud).toEqual([]);
});

it('has one text for each reason of the contract, and none that is not a reason', () => {
  expect(Object.keys(textsFor('en').refusals).sort()).toEqual([...REFUSALS].sort());
});

it('fills the places it has values for and leaves the others to be seen', () => {
  expect(fill('The minimum is {{min}} of {{max}}', { min: 3 })).toBe('The minimum is 3 of {{max}}');
});

it('gives the form of a word that its count asks for, whatever the count is written as', () => {
  const text = '{{n}} {{n|share arrives|shares arrive}}';
  expect([1, '1', 0, 2, '1,234'].map((n) => fill(text, { n }))).toEqual([
    '1 share arrives',
    '1 share arrives',
    '0 shares arrive',
    '2 shares arrive',
    '1,234 shares arrive',
  ]);
  expect(fill(text)).toBe(text);
});

describe('what is counted', () => {
  const units = { en: 'shares|lots|entitlements|orders|trades|votes', hi: 'शेयरों' } as const;
  it.each(['en', 'hi'] as const)('has a form for one in %s', (language) => {
    const counted = new RegExp(`\\{\\{\\w+\\}\\} (?:(?:more|new|bonus) )?(?:${units[language]})(?![^\\s.,:;)])`, 'u');
    const found = [...flat(textsFor(language))].filter(
      ([key, text]) => !key.endsWith('_other') && counted.test(text) && key !== 'watching.demergerWhy',
    );
    expect(found).toEqual([]);
  });
});

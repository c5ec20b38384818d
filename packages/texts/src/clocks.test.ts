import { LANGUAGES } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { textsFor } from './index.ts';

/** The words by which a text says that a time is the reader's own, and none of the market. */
const OWN = { en: /your clock/i, hi: /आपकी घड़ी|अपनी घड़ी/, 'zh-Hant': /您的時鐘/, 'zh-Hans': /您的时钟/ } as const;

type Texts = { readonly [key: string]: string | Texts };
const flat = (texts: Texts, before = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as const] : flat(text, `${before}${key}.`),
  );
const all = (language: keyof typeof OWN) => new Map(flat(textsFor(language) as unknown as Texts));

describe('a text that names the reader’s clock', () => {
  const named = [...all('en')].filter(([, text]) => OWN.en.test(text)).map(([key]) => key);

  it.each(LANGUAGES.map(({ tag }) => tag))('names it in each language, %s', (language) => {
    const texts = all(language);
    expect(named.filter((key) => !OWN[language].test(texts.get(key) ?? ''))).toEqual([]);
  });

  it.each([
    'kyc.submittedAt',
    'kyc.decidedAt',
    'kyc.picturesUntil',
    'recharge.realTime',
    'withdrawal.realTime',
    'classes.doneAt',
    'classes.movedAt',
    'classes.movedHere',
    'classes.dotsSince',
    'learn.seenAt',
    'certificate.checkpointOf',
    'certificate.stopAt',
    'privacy.lookedAt',
    'finding.earlierAt',
    'assistants.used',
    'limits.realMoment',
  ])('is each with a real instant: %s', (key) => {
    expect(named).toContain(key);
  });
});

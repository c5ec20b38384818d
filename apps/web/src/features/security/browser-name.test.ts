import { afterAll, beforeEach, expect, it } from 'vitest';
import { textsFor } from '@khara/texts';
import { addBundle } from '#i18n/bundles.ts';
import { useLanguageStore } from '#lib/language.ts';
import { browserName } from './browser-name.ts';

const before = useLanguageStore.getState().language;
const readIn = (language: 'en' | 'zh-Hant'): void => {
  addBundle(language, 'common', textsFor(language).common);
  useLanguageStore.setState({ language });
};
beforeEach(() => readIn('en'));
afterAll(() => useLanguageStore.setState({ language: before }));

it('has the comma of the reader’s language', () => {
  readIn('zh-Hant');
  expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox 140，Linux',
  );
});

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
    'Chrome 147, Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    'Edge 146, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140, Linux'],
  ['a script', 'a script'],
  [' ', undefined],
])('%s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

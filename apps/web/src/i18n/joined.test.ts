import { afterAll, expect, it } from 'vitest';
import type { Language } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { useLanguageStore } from '#lib/language.ts';
import { dayWithTime } from '#lib/time.ts';
import { addBundle } from './bundles.ts';
import { labelled, listed, paragraph, sentenceGap, sentences } from './joined.ts';

const before = useLanguageStore.getState().language;
afterAll(() => useLanguageStore.setState({ language: before }));

it.each<[Language, string, string, string, string]>([
  ['en', 'a, b, c', 'a. b', 'a: b', '25 Nov, 14:33'],
  ['hi', 'a, b, c', 'a। b', 'a: b', '25 Nov, 14:33'],
  ['zh-Hant', 'a，b，c', 'a。b', 'a：b', '25 Nov 14:33'],
  ['zh-Hans', 'a，b，c', 'a。b', 'a：b', '25 Nov 14:33'],
])('%s sets its own punctuation between what the code puts together', (language, list, both, label, moment) => {
  addBundle(language, 'common', textsFor(language).common);
  useLanguageStore.setState({ language });
  expect(listed('a', 'b', 'c')).toBe(list);
  expect(listed('a')).toBe('a');
  expect(sentences('a', 'b')).toBe(both);
  expect(labelled('a', 'b')).toBe(label);
  const gap = language.startsWith('zh') ? '' : ' ';
  expect(paragraph('a.', 'b.', 'c.')).toBe(`a.${gap}b.${gap}c.`);
  expect(paragraph('a.')).toBe('a.');
  expect(sentenceGap()).toBe(gap);
  expect(dayWithTime('25 Nov', '14:33', language)).toBe(moment);
});

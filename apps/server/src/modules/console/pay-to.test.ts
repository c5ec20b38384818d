import { textsFor } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { readArticleFiles } from '#modules/articles/index.ts';
import { anyNamesPayTo, namesPayTo } from './pay-to.ts';

describe('somewhere to pay into', () => {
  it.each([
    'Send it to khara.support@okbank today.',
    'upi://pay?pa=x',
    'Account 1234 5678 9012, IFSC HDFC0001234',
    'खाता 123456789012 में भेजें',
    'TXYZabcdefghijkmnopqrstuvwxyz12345 (TRC-20)'.replace('TXYZ', 'TXYZ'),
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])('is found in: %s', (text) => {
    expect(namesPayTo(text)).toBe(true);
  });

  it.each([
    'Call 1930 or write to cybercrime.gov.in.',
    'On 2026-11-22 at 10:00:00 the index stood at 24,315.60, a turnover of ₹1,23,45,67,890.',
    'Recharge R20261122000123 has passed.',
    'Write to help@example.org.',
  ])('is not found in: %s', (text) => {
    expect(namesPayTo(text)).toBe(false);
  });

  it('stands in no text and no article of the product', () => {
    const named = readArticleFiles().flatMap(({ id, texts }) => (anyNamesPayTo(texts) ? [id] : []));
    expect(named).toEqual([]);
    for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const)
      expect(anyNamesPayTo([textsFor(language).pages, textsFor(language).banners])).toBe(false);
  });
});

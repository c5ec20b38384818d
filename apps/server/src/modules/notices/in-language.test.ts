import { describe, expect, it } from 'vitest';
import { inLanguage } from './in-language.ts';
import type { NoticeRow } from './store.ts';

const row: NoticeRow = {
  id: 7n,
  category: 'transaction',
  key: 'rechargePassed',
  params: { money: '₹500.00', orderNumber: 'R1', channel: 'UPI' },
  link: '/pages/wallet/recharge/records',
  at: 5n,
  read_at: null,
  texts: null,
};
const words = { title: 'Maintenance', body: 'At midnight.' };

describe('a notice in words', () => {
  it('is its text with its parameters, in the language of its reader', () => {
    expect(inLanguage(row, 'en')).toEqual({
      id: '7',
      category: 'transaction',
      title: '₹500.00 of paper money has arrived',
      body: 'Recharge R1 by UPI has passed.',
      at: 5,
      read: false,
      link: row.link,
    });
    const titles = (['en', 'hi', 'zh-Hant', 'zh-Hans'] as const).map((language) => inLanguage(row, language).title);
    expect(new Set(titles).size).toBe(4);
    expect(titles.join()).not.toContain('{{');
  });

  it('of an announcement is what staff wrote', () => {
    const texts = { en: words, hi: { title: 'रखरखाव', body: 'x' }, 'zh-Hant': words, 'zh-Hans': words };
    expect(inLanguage({ ...row, texts }, 'hi')).toMatchObject({ title: 'रखरखाव', body: 'x' });
  });

  it('is not lost when this version no longer knows its key', () => {
    expect(inLanguage({ ...row, key: 'gone', read_at: 9n }, 'hi')).toMatchObject({
      title: 'gone',
      body: '',
      read: true,
    });
  });
});

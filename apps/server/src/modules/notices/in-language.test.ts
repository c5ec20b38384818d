import { describe, expect, it } from 'vitest';
import { inLanguage } from './in-language.ts';
import type { Notice } from './store.ts';

const noticeOf = (key: string, params: Notice['params']) =>
  ({ id: 1n, category: 'transaction', key, params, link: null, at: 1n, readAt: null }) as unknown as Notice;

describe('a notice of what a limit of the member stopped', () => {
  const facts = { refusal: 'own_limit_day_orders', limit: 2, used: 3, until: '2026-11-27' };

  it('says the limit, the figure of the day and when it ends', () => {
    const trigger = { code: 'AAMRAI', quantity: 10, trigger: '100.00', price: '100.50' };
    expect(inLanguage(noticeOf('triggerStopped', { ...trigger, ...facts }), 'en').body).toBe(
      'The price reached ₹100.00. No order for 10 shares at ₹100.50 was placed: Your limit of orders in a day is 2, and you have placed 3. It ends with the market day; the next is 27 November 2026.',
    );
    const { body } = inLanguage(noticeOf('regularSkippedLimit', { name: 'AAMRAI', times: 3, ...facts }), 'hi');
    expect(body).toContain('2');
    expect(body).not.toContain('{{');
  });

  it('says the limit alone where there are no figures', () => {
    const { body } = inLanguage(noticeOf('regularSkippedLimit', { name: 'AAMRAI', refusal: facts.refusal }), 'en');
    expect(body).toBe(
      'Nothing was bought: You have placed as many orders today as you allow yourself. It goes on with its next date.',
    );
  });
});

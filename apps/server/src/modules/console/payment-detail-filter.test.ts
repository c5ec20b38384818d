import { textsFor } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { readArticleFiles } from '#modules/articles/index.ts';
import { anyMentionsPaymentDetails, mentionsPaymentDetails } from './payment-detail-filter.ts';

describe('payment details', () => {
  it.each([
    'Send it to khara.support@okbank today.',
    'upi://pay?pa=x',
    'Account 1234 5678 9012, IFSC HDFC0001234',
    'खाता 123456789012 में भेजें',
    'TXYZabcdefghijkmnopqrstuvwxyz12345 (TRC-20)'.replace('TXYZ', 'TXYZ'),
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'Please pay 5000 to ravi＠okaxis, account １２３４５６７８９０１２',
    'ravi＠okaxis',
    'ravi @ okaxis',
    'ravi (at) okaxis',
    'ravi at okaxis',
    'RAVI@OKAXIS',
    'ra\u200bvi@ok\u2060axis',
    'account １２３４５６７８９０１２',
    'account १२३४५६७८९०१२',
    '123.456.789.012',
    '1234/5678/9012',
    '1234_5678_9012',
    '1234 · 5678 · 9012',
    '123,456,789,012',
    '1 2 3 4 5 6 7 8 9 0 1 2',
    '12\u200b34\u200b56\u200b78\u200b90\u200b12',
    '1234**5678**9012',
    'hdfc0001234',
    'HDFC 0001234',
    'ＨＤＦＣ０００１２３４',
    'UPI ://pay?pa=x',
    'SBI A/C30123456789',
    '30123456789SBI',
    'खाता30123456789में',
    '30,12,34,56,789',
    '3012|3456|7890',
    '3012 | 3456 | 7890',
    '| 301 | 234 | 567 | 890 |',
    '| A | B |\n|---|---|\n| 3012 | 3456 | 7890 |',
    '3012 + 3456 = 7890',
    '3012\n3456\n7890',
    '3\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9',
    '3012=3456=7890',
    '3012+3456+7890',
    '3012×3456×7890',
    '3012−3456−7890',
    '3012 \u2212 3456 \u2212 7890',
    '301,234,567.890123',
    'UPI: raviOKSBI',
    'raviokaxis',
    'UPI ID: raviybl',
    'ravi at the rate okaxis',
    'ravi at-the-rate upi',
    'Pay ravi @ freecharge',
    'ravi @ airtel is our UPI',
    'ravi at sign okaxis',
    'Send it to ravi (at sign) freecharge.',
    'भुगतान: ravi @ airtel',
    '請付款到 ravi @ freecharge',
    '一二三四五六七八九〇一二',
    '帳號：壹貳參肆、伍陸柒捌、玖零壹貳',
    'one two three four five six seven eight nine zero one two',
    'Account: one-two-three-four, five-six-seven-eight, nine-zero',
    'खाता: एक दो तीन चार पाँच छह सात आठ नौ शून्य',
    '1234 and 5678 and 9012',
    '1234 then 5678, then 9012',
    '1234 和 5678 和 9012',
  ])('are found in: %s', (text) => {
    expect(mentionsPaymentDetails(text)).toBe(true);
  });

  it.each([
    'Call 1930 or write to cybercrime.gov.in.',
    'On 2026-11-22 at 10:00:00 the index stood at 24,315.60, a turnover of ₹1,23,45,67,890.',
    'Recharge R20261122000123 has passed.',
    'Write to help@example.org.',
    'Lots of 10, 20, 30, 40, 50 and 60 shares.',
    'It fell from 24,315.60 to 24,010.05 on 22.11.2026 at 14:32.',
    'The least order is ₹12,34,567.89, the largest ₹9,99,99,99,999.00, and 1,234,567.5 is between them.',
    'Withdrawal W20261122000123, recharge R20261122000124.',
    '200 × 1,310.40 = 2,62,080.00, and 100 + 250 = 350.',
    '| Week | Up | Down |\n|---:|---:|---:|\n| 100 | 512 | 512 |\n| 200 | 256 | 256 |',
    'It costs 1,310.40, then 1,298.00, then 1,305.',
    'Monday 10:00 to 15:30\nTuesday 10:00 to 15:30\n2026-11-22\n2026-11-23',
    'Between 10000 and 20000 shares, one or two or three lots a day.',
    'Bought @ market, sold @ limit.',
    '二〇二六年十一月，共三十一家公司。',
    'The draw of the UPI offering, at the rate of 12 % a lot.',
    'The seed is 4f1234567890ab124f1234567890ab124f1234567890ab124f1234567890ab12.',
    'The look of the market: open 10:00, high 1,310.40, low 1,298.00.',
  ])('are not found in: %s', (text) => {
    expect(mentionsPaymentDetails(text)).toBe(false);
  });

  it.each([
    [{ title: 'Pay to 12345', text: '67890123' }],
    [{ title: 'UPI: ravi', body: '@okaxis' }],
    [{ title: 'HDFC', summary: '0001234 is our branch', body: 'x' }],
  ])('are found where they begin in the title: %o', (words) => {
    expect(anyMentionsPaymentDetails({ en: words })).toBe(true);
  });

  it('are not found in a year at the end of a title and an amount after it', () => {
    expect(anyMentionsPaymentDetails({ en: { title: 'Offerings of 2026', body: '12,34,567 shares' } })).toBe(false);
  });

  it('stand in no text and no article of the product', () => {
    const named = readArticleFiles().flatMap(({ id, texts }) => (anyMentionsPaymentDetails(texts) ? [id] : []));
    expect(named).toEqual([]);
    for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const)
      expect(anyMentionsPaymentDetails([textsFor(language).pages, textsFor(language).banners])).toBe(false);
  });
});

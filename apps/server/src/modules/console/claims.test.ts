import { textsFor } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { readArticleFiles } from '#modules/articles/index.ts';
import { anyClaimsForItself, anyClaimsTooMuch, claimsTooMuch } from './claims.ts';

describe('a claim of a registration or of a certain gain', () => {
  it.each([
    'Khara is registered with SEBI as INZ000012345 and guarantees 20 % a month.',
    'Khara is registered with SEBI.',
    'We are a SEBI-registered broker',
    'SEBI Regd. No. INZ 0000 12345',
    'Reg. no. i n z 0 0 0 0 1 2 3 4 5',
    'ＩＮＺ０００００１２３４',
    'INH०००००१२३४',
    'Licensed stock broker and member of the exchange',
    'Approved by the Reserve Bank of India',
    'Not only registered with SEBI, but also insured',
    'Khara is **regi\u200bstered** with *SEBI*',
    'Registered with ЅЕВІ',
    'Guaranteed returns',
    'An assured return for members',
    'We guarantee a profit.',
    'Earn 3 % per day',
    'Risk-free profit',
    'Double your money in a week',
    'खरा सेबी में पंजीकृत है।',
    'हम SEBI से मान्यता प्राप्त हैं',
    'खरा एक पंजीकृत ब्रोकर है',
    'गारंटीड रिटर्न',
    'हर महीने पक्का मुनाफ़ा',
    'हर महीने 20%',
    'बिना जोखिम कमाई',
    'Khara 已在 SEBI 註冊',
    '本平台為合法註冊券商',
    '保證獲利',
    '穩賺不賠',
    '保本保息',
    'Khara 已在 SEBI 注册',
    '持牌经纪',
    '保证收益',
    '每月 20% 收益',
    '不仅在 SEBI 注册，而且有保险',
    '零风险',
    'Khara is regulated',
    'Under the supervision of SEBI. You earn 20 % monthly; your capital is safe.',
    'You earn 20 % monthly',
    'Your capital is safe',
    'Your money stays fully protected.',
    'S.E.B.I. registered',
    'Registered with S E B I',
    'Registered\nwith SEBI. Profits are certain',
    'Profits are certain',
    'Khara is registered. With SEBI',
    'Registered. With the full knowledge and the kind support of SEBI',
    'We are fully licensed.',
    'Our platform is regulated.',
    'licensed in India',
    'member of NSE and BSE',
    'SEBI has given us its permission',
    'Returns without any risk',
    '20 percent monthly returns',
    'Monthly returns of 20 %',
    '2 % daily',
    '每月收益20%',
    '无风险',
    '無風險',
    '資金安全有保障',
    '本平台受監管',
    'सेबी से अनुमति मिली',
    'खरा पंजीकृत है। यहाँ नुकसान नहीं होता।',
    'आपकी पूँजी सुरक्षित है',
  ])('is found in: %s', (text) => {
    expect(claimsTooMuch(text)).toBe(true);
  });

  it.each([
    'The companies are made up. Nothing here is an offer, advice or an investment, and Khara is not registered with SEBI.',
    'Not registered with SEBI. Nothing here is an investment.',
    'Khara isn’t registered with SEBI.',
    'No return is guaranteed.',
    'Nothing here guarantees a profit.',
    'Registration takes a minute. Charges have a SEBI fee.',
    'The draw of 2026-11-22: 240 of 1,000 lots, 24 %.',
    'यह SEBI में पंजीकृत नहीं है।',
    'खरा सेबी में पंजीकृत नहीं है, और यहाँ कुछ भी निवेश नहीं है।',
    'किसी रिटर्न की गारंटी नहीं है।',
    'Khara 沒有在 SEBI 註冊。',
    'Khara 未在 SEBI 註冊，這裡沒有任何投資。',
    '不保證獲利。',
    'Khara 没有在 SEBI 注册。',
    '不保证收益。',
    '註冊帳號只需一分鐘。',
    'Khara is not registered, licensed or approved by SEBI.',
    'Khara is not a member of NSE or BSE.',
    'Khara has no permission of SEBI.',
    'Khara is not regulated.',
    'Your capital is not protected.',
    'This share is not without risk.',
    'Keep your money safe: give your code to no one.',
    'A share moves within its 20 % daily band.',
    '投資不是無風險的。',
    '資金不受保障。',
    'आपकी पूँजी सुरक्षित नहीं है।',
    'सेबी की अनुमति नहीं है।',
  ])('is not found in: %s', (text) => {
    expect(claimsTooMuch(text)).toBe(false);
  });

  it.each([
    [{ title: 'Registered', text: 'with SEBI since 2024' }],
    [{ title: 'Guaranteed', text: 'Returns of the season' }],
    [{ title: 'Earn 2 %', text: 'every day' }],
    [{ title: 'INZ 0000', body: '12345' }],
    [{ title: 'खरा सेबी में', text: 'पंजीकृत है।' }],
    [{ title: '保證', text: '獲利，立即參加' }],
    [{ title: '经证监会', body: '批准。' }],
  ])('is found where it begins in the title: %o', (words) => {
    expect(anyClaimsTooMuch({ en: words })).toBe(true);
  });

  it('is found for Khara itself where it begins in an article’s title or summary', () => {
    const article = { title: 'Why Khara', summary: 'is registered', body: 'with SEBI since 2024.' };
    expect(anyClaimsForItself({ en: article })).toBe(true);
    expect(anyClaimsForItself({ en: { title: 'Brokers', summary: 'They are registered with SEBI.', body: 'x' } })).toBe(
      false,
    );
  });

  it.each([
    'This app is registered with SEBI and guarantees 20 % a month.',
    'This new trading platform is licensed by SEBI.',
    'The platform you use here is approved by the Reserve Bank.',
    'The application that you are using is regulated by SEBI.',
    'Khara, as of today. Registered with SEBI.',
    'This app is a market.\n\nIt has many readers.\n\nIt is registered with SEBI.',
    'यह ऐप सेबी में पंजीकृत है।',
    'यह मंच सेबी से मान्यता प्राप्त है।',
    'इस ट्रेडिंग प्लेटफॉर्म पर हर महीने 20% पक्का मुनाफा है।',
    'आप जिस ऐप का उपयोग कर रहे हैं, वह सेबी में पंजीकृत है।',
    'यह ऐप नया है। सेबी में पंजीकृत।',
    '本應用程式已在印度證券交易委員會註冊。',
    '本应用已在印度证券交易委员会注册。',
    '這個平台保證每月獲利 20%。',
    '您使用的平台已獲證監會核准。',
    '你手上的 App 已經由 SEBI 核准。',
    '这款软件是新的。\n\n经证监会批准。',
  ])('is found in an article for what the reader has open: %s', (body) => {
    expect(anyClaimsForItself({ en: { title: 'News', summary: 's', body } })).toBe(true);
  });

  it.each([
    'This app is practice. A broker of yours is registered with SEBI, and its number can be looked up.',
    'This app is not registered with SEBI.',
    'An app that promises 20 % a month is fraud.',
    'Khara has paper money. Fraudsters promise a guaranteed profit.',
    'यह ऐप अभ्यास के लिए है। ठग पक्के मुनाफे का वादा करते हैं।',
    '本應用程式用虛擬資金。詐騙集團保證獲利。',
    '费用是确定的，Khara 显示保本价。',
  ])('is found in no article that says it of others: %s', (body) => {
    expect(anyClaimsForItself({ en: { title: 'News', summary: 's', body } })).toBe(false);
  });

  it('is found in no title and text that claim nothing together', () => {
    const texts = { title: 'What a trade costs', text: 'Seven items, each to the paisa. Khara is not registered.' };
    expect(anyClaimsTooMuch({ en: texts })).toBe(false);
  });

  it('stands in no page, banner or notice of the product, in any language', () => {
    for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const) {
      const { pages, banners, certificate, legal, practice, notices } = textsFor(language);
      for (const texts of [pages, banners, legal, practice, notices, { none: certificate.none }])
        expect({ language, claims: Object.entries(texts).filter(([, text]) => anyClaimsTooMuch(text)) }).toEqual({
          language,
          claims: [],
        });
    }
  });

  it('stands for Khara itself in no article of the product', () => {
    expect(readArticleFiles().flatMap(({ id, texts }) => (anyClaimsForItself(texts) ? [id] : []))).toEqual([]);
  });
});

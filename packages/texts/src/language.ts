/** BCP 47 tags. On the wire Hindi is called `yd`; that name ends in the contract. */
export type TextLanguage = 'en' | 'hi' | 'zh-Hant' | 'zh-Hans';

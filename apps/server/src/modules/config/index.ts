/** What the app needs to know before a sign-in: the clock, limits, guards, texts, banners, languages. */
export { readSource } from './source.ts';
export { handlers } from './handlers.ts';
export * from './web-store.ts';
export { RECHARGE_LIMITS_PAISE, SANDBOX_INVITE_CODE } from './limits.ts';
export { allBanners, BANNER_IMAGES } from './banners.ts';
export {
  BANNERS,
  BANNERS_DOWN,
  FIXED_TEXT_VERSIONS,
  insertBanner as publishDecidedBanner,
  takeBannerDown,
  versions as fixedTextVersions,
  type DecidedBanner,
} from './store.ts';
export { FIXED_TEXTS, fixedText, fixedTextVersion, applyDecidedText, type DecidedText } from './texts.ts';

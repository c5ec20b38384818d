/** What the app needs to know before it knows anybody: the clock, limits, guards, texts, banners, languages. */
export { handlers } from './handlers.ts';
export { RECHARGE_LIMITS_PAISE, SANDBOX_INVITE_CODE } from './limits.ts';

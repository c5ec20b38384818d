import { LANGUAGES, MAX_ORDER_QUANTITY } from '@khara/contract';
import { rupees } from '@khara/money';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { presentBanners } from './banners.ts';
import { IMAGE_BYTES, PASSWORD_LENGTH, RECHARGE_LIMITS_PAISE, SANDBOX_INVITE_CODE } from './limits.ts';
import { readSource } from './source.ts';
import { certificateText, fixedText } from './texts.ts';

export const handlers = {
  configInfo: ({ config, market, webVersion }) =>
    done({
      appName: 'Khara',
      simulated: true,
      market: market.now(),
      profile: config.PROFILE,
      maxPageWidth: config.MAX_PAGE_WIDTH,
      desk: config.DESK === 'on',
      pullRefreshThreshold: config.PULL_REFRESH_THRESHOLD,
      qianduanVer: webVersion(),
      guard: { mode: config.GUARD_MODE, whitelist: config.GUARD_WHITELIST, blacklist: config.GUARD_BLACKLIST },
      start: config.START,
      register: { inviteCode: config.INVITE_CODE, sandboxInviteCode: SANDBOX_INVITE_CODE },
      operator: { name: 'Khara', registration: null },
      source: readSource(config),
      limits: {
        imageBytes: IMAGE_BYTES,
        passwordMin: PASSWORD_LENGTH.min,
        passwordMax: PASSWORD_LENGTH.max,
        minRecharge: rupees(RECHARGE_LIMITS_PAISE.min),
        maxRecharge: rupees(RECHARGE_LIMITS_PAISE.max),
        maxOrderQuantity: Math.floor(MAX_ORDER_QUANTITY / config.SHARES_PER_HAND),
      },
    }),
  configValue: async ({ db, config }, { language }, { id }) => {
    if (id === 'buy.hands') return done(config.SHARES_PER_HAND);
    if (id === 'certificate') return done(certificateText(language));
    const text = await fixedText(db, id, language);
    return text ? done(text) : refuse('unknown_config', { field: 'id' });
  },
  homeBanner: async ({ db }, { language }) => done(await presentBanners(db, language)),
  languages: () => done(LANGUAGES.map(({ code, flag, name }) => ({ code, flag, name }))),
  frontEndVersion: ({ webVersion }) => done({ qianduanVer: webVersion() }),
} satisfies HandlersFor<'configInfo' | 'configValue' | 'homeBanner' | 'languages' | 'frontEndVersion'>;

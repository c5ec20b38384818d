import type { Data, Language } from '@khara/contract';
import { rupees } from '@khara/money';
import { RECHARGE_LIMITS_PAISE } from '#modules/config/index.ts';
import { textsFor } from '@khara/texts';

/** Ways to pay in that there are now: rupees by UPI. */
const CHANNELS = [{ currency: 'INR', type: 'UPI', ...RECHARGE_LIMITS_PAISE }] as const;
export type Channel = (typeof CHANNELS)[number];

export const channelOf = (currency: string, type: string): Channel | undefined =>
  CHANNELS.find((channel) => channel.currency === currency && channel.type === type.toUpperCase());

/** The channels as the app shows them. Nothing can be withdrawn through them yet, which is what limits of zero say. */
export const shownChannels = (language: Language): Data<'channels'> => [
  {
    currency: 'INR',
    channels: CHANNELS.map(({ type, min, max }) => ({
      type,
      name: type,
      minRecharge: rupees(min),
      maxRecharge: rupees(max),
      minWithdrawal: rupees(0n),
      maxWithdrawal: rupees(0n),
      fee: rupees(0n),
      eta: textsFor(language).recharge.eta[type],
    })),
  },
];

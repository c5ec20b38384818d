import type { Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { RECHARGE_LIMITS_PAISE } from '#modules/config/index.ts';
import { textsFor } from '@khara/texts';
import type { Channel as ChannelType, PaymentRail } from '#src/ports/payment-rail.ts';

/**
 * A way for money to come in and go out. Amounts in minor units of its currency; a withdrawal's fee has `tax`
 * beside it, both are of its amount.
 */
export type Channel = {
  readonly currency: 'INR' | 'USDT';
  readonly type: ChannelType;
  readonly min: bigint;
  readonly max: bigint;
  readonly minWithdrawal: bigint;
  readonly maxWithdrawal: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
};

const LAKH = 10_000_000n;
const USDT = 1_000_000n;
/**
 * The channels, with the limits of their real counterparts where those have any: UPI Rs 5 lakh in and Rs 1
 * lakh out a payment, IMPS Rs 5 lakh, RTGS from Rs 2 lakh (docs/sources.md, U1). NEFT and RTGS cost nothing
 * online; IMPS costs Rs 5 and 18 % GST; a network's fee is flat.
 */
const CHANNELS: readonly Channel[] = [
  {
    currency: 'INR',
    type: 'UPI',
    ...RECHARGE_LIMITS_PAISE,
    minWithdrawal: 10_000n,
    maxWithdrawal: LAKH,
    fee: 0n,
    tax: 0n,
  },
  {
    currency: 'INR',
    type: 'IMPS',
    min: 100n,
    max: 5n * LAKH,
    minWithdrawal: 10_000n,
    maxWithdrawal: 5n * LAKH,
    fee: 500n,
    tax: 90n,
  },
  {
    currency: 'INR',
    type: 'NEFT',
    min: 100n,
    max: 10n * LAKH,
    minWithdrawal: 10_000n,
    maxWithdrawal: 10n * LAKH,
    fee: 0n,
    tax: 0n,
  },
  {
    currency: 'INR',
    type: 'RTGS',
    min: 2n * LAKH,
    max: 100n * LAKH,
    minWithdrawal: 2n * LAKH,
    maxWithdrawal: 100n * LAKH,
    fee: 0n,
    tax: 0n,
  },
  {
    currency: 'USDT',
    type: 'TRC',
    min: USDT,
    max: 50_000n * USDT,
    minWithdrawal: 10n * USDT,
    maxWithdrawal: 50_000n * USDT,
    fee: USDT,
    tax: 0n,
  },
  {
    currency: 'USDT',
    type: 'ERC',
    min: USDT,
    max: 50_000n * USDT,
    minWithdrawal: 20n * USDT,
    maxWithdrawal: 50_000n * USDT,
    fee: 5n * USDT,
    tax: 0n,
  },
];

export const findChannel = (currency: string, type: string): Channel | undefined =>
  CHANNELS.find((channel) => channel.currency === currency && channel.type === type.toUpperCase());

export const listChannels = (currency: 'INR' | 'USDT'): readonly Channel[] =>
  CHANNELS.filter((channel) => channel.currency === currency);

/** The channels as the app shows them. */
export const presentChannels = (
  language: Language,
  { waitsForPeople }: Pick<PaymentRail, 'waitsForPeople'>,
): Data<'channels'> =>
  (['INR', 'USDT'] as const).map((currency) => ({
    currency,
    channels: listChannels(currency).map((channel) => {
      const show = (amount: bigint): string => showDecimal(amount, DECIMALS[currency]);
      return {
        type: channel.type,
        name: currency === 'USDT' ? `USDT-${channel.type}20` : channel.type,
        minRecharge: show(channel.min),
        maxRecharge: show(channel.max),
        minWithdrawal: show(channel.minWithdrawal),
        maxWithdrawal: show(channel.maxWithdrawal),
        fee: show(channel.fee + channel.tax),
        eta: textsFor(language).recharge.eta[waitsForPeople ? 'people' : channel.type],
        reviewer: waitsForPeople ? 'people' : 'sandbox',
        ...(currency === 'USDT' && { networks: [channel.type] }),
      };
    }),
  }));

import { DECIMALS } from '@khara/money';
import { useCall } from '#api/use-call.ts';
import type { Limits } from '#features/money/amount-text.ts';
import type { Currency } from '#ui/amount.tsx';

/** Age up to which a list of channels is believed. */
const STALE_MS = 60_000;

/**
 * What a recharge depends on: the wallet's currency, its channels and what one of them takes, and whom it is
 * paid to. USDT is what is wanted only where it is offered.
 */
export function useRechargeData(wanted: string | null, chosen: string) {
  const channels = useCall('channels', {}, { staleMs: STALE_MS });
  const wallets = useCall('wallets', {});
  const offered = channels.data ?? [];
  const currency: Currency = wanted === 'USDT' && offered.some((one) => one.currency === 'USDT') ? 'USDT' : 'INR';
  const accounts = useCall('payInAccount', { currency }, { staleMs: STALE_MS }).data;

  const ways = offered.find((one) => one.currency === currency)?.channels ?? [];
  const channel = ways.find((one) => one.type === chosen) ?? ways[0];
  const decimals = DECIMALS[currency];
  const limits: Limits | undefined = channel && { min: channel.minRecharge, max: channel.maxRecharge, decimals };
  return {
    currency,
    decimals,
    channels: ways,
    channel,
    limits,
    payTo: accounts?.channels.find(({ channelType }) => channelType === channel?.type)?.payTo,
    available: wallets.data?.find((one) => one.currency === currency)?.available,
    failure: channels.failure,
    again: () => Promise.all([channels.again(), wallets.again()]),
  };
}

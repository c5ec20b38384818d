import type { Data } from '@khara/contract';
import { paise } from '@khara/money';
import { useMemo } from 'react';
import { useConfig } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';
import type { Limits } from './terms.ts';

/** The most lots when the server has not said yet. */
const MAXIMUM = 100_000;
const STALE_MS = 10 * 60_000;

/** What an order of a share must keep to: its tick, its band, and the least and the most lots, as the server says. */
export function useLimits({ code, tickSize, bandLow, bandHigh, bandPercent }: Data<'marketDetail'>): Limits {
  const known = useConfig((config) => config.info?.limits.maxOrderQuantity) ?? MAXIMUM;
  const { data } = useCall('quantityLimits', { code }, { staleMs: STALE_MS });
  const minimum = data?.minimum ?? 1;
  const maximum = data?.maximum ?? known;
  return useMemo(
    () => ({
      tick: paise(tickSize) ?? 1n,
      bandLow: paiseOrNull(bandLow),
      bandHigh: paiseOrNull(bandHigh),
      bandPercent,
      minimum,
      maximum,
    }),
    [tickSize, bandLow, bandHigh, bandPercent, minimum, maximum],
  );
}

const paiseOrNull = (price: string | null): bigint | null => (price === null ? null : (paise(price) ?? null));

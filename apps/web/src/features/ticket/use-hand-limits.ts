import { useConfig } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';

/** What the server allows when it has not said yet. */
const MAXIMUM = 100_000;
const STALE_MS = 10 * 60_000;

/** The least and the most hands of one order of a share, as the server says. */
export function useHandLimits(code: string): { readonly minimum: number; readonly maximum: number } {
  const known = useConfig((config) => config.info?.limits.maxOrderQuantity) ?? MAXIMUM;
  const { data } = useCall('quantityLimits', { code }, { staleMs: STALE_MS });
  return data ?? { minimum: 1, maximum: known };
}

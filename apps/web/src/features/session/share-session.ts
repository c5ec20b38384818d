import type { Data } from '@khara/contract';
import { useMarketClock } from '#api/market-clock.ts';

type Stock = Pick<Data<'marketDetail'>, 'phase' | 'closesByAuction'>;
/** Where a share stands in its day. */
export type SharePhase = Stock['phase'];

/**
 * The phase in which a share stands. The socket tells the two phases of the market the moment they change;
 * which of them is this share's, its page has said.
 */
export function useSharePhase({ phase, closesByAuction }: Stock): SharePhase {
  const current = useMarketClock(({ market }) => (closesByAuction ? market?.phase : market?.phaseOfOthers));
  return current ?? phase;
}

/** In a phase whose orders are collected for one price. */
export const isAuction = (phase: SharePhase): boolean => phase.startsWith('preopen_') || phase.startsWith('cas_');

import type { Data } from '@khara/contract';
import { useMarketClock } from '#api/market-clock.ts';
import type { Phase } from '@khara/rules';

export type PhaseNow = Phase | 'halted';
type Stock = Pick<Data<'marketDetail'>, 'code' | 'kind'>;
/** What a share's page says of its session. */
export type ShareSession = {
  readonly phase?: PhaseNow;
  /** Whether it closes through an auction. */
  readonly casEligible?: boolean;
};

/**
 * The phase in which a share stands. The socket tells the two phases of the market the moment they change; which of them is this share's, its page has said.
 */
export function useSharePhase(stock: Stock): PhaseNow {
  const phase = useMarketClock(({ market }) => market?.phase);
  const others = useMarketClock(({ market }) => market?.phaseOfOthers);
  const session = useMarketClock(({ market }) => market?.session);
  const told = (closesByAuction(stock) ? phase : others) ?? phase;
  return told ?? (session === 'open' ? 'continuous' : 'closed');
}

export const closesByAuction = (stock: Stock): boolean => (stock as ShareSession).casEligible ?? false;

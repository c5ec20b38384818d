import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketKnown } from '../../features/quotes/use-market-known.ts';
import { isAuction } from '#features/session/share-session.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import { useActions } from '#features/watching/action-lines.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';

/** What the socket does not bring (the day's open, high, low, averages) is asked again this often. */
const REFRESH_MS = 15_000;
/** While an auction collects orders its indicative price is asked again this often. */
const AUCTION_MS = 2000;

/** The share or index that the page's query names. Needs the namespace `market`. */
export function useShare() {
  const { t } = useTranslation('market');
  const [query] = usePageQuery();
  const code = query.get('code') ?? '';
  const auctionOn = useMarketClock(({ market }) => isAuction(market?.phase ?? 'closed'));
  const { data, loading, failure, again } = useCall(
    'marketDetail',
    { code },
    { enabled: code !== '', refetchMs: auctionOn ? AUCTION_MS : REFRESH_MS },
  );
  // What is said above the chart is known before the chart stands.
  const actions = useActions(code);
  const isMarketKnown = useMarketKnown();
  const waiting = loading || (data !== undefined && (actions.loading || !isMarketKnown));

  const phase = useMarketClock(({ market }) => (data?.closesByAuction ? market?.phase : market?.phaseOfOthers));
  usePhaseChange(data && phase, again);

  const isIndex = data?.kind === 'index';
  return {
    code,
    data,
    waiting,
    failure,
    again,
    isUnknown: code === '' || failure?.reason === 'unknown_code',
    title: isIndex ? data.name : code,
    /** What is said under the title, once it is known. */
    about:
      data &&
      (isIndex
        ? t('index')
        : listed(
            ...[data.name, data.sector, data.listedToday && t('listedToday')].filter(
              (word) => typeof word === 'string',
            ),
          )),
  };
}

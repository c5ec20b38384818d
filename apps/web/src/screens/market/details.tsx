import { lazy, Suspense } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { MarketDepth } from '#features/depth/market-depth.tsx';
import { PositionSummary } from '#features/positions/position-summary.tsx';
import { PriceHead } from '#features/quotes/price-head.tsx';
import { useMarketKnown } from '../../features/quotes/use-market-known.ts';
import { AuctionPanel, BlockNote } from '#features/session/auction-panel.tsx';
import { PhaseNote } from '#features/session/phase-note.tsx';
import { isAuction, useSharePhase } from '#features/session/share-session.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import { Term } from '#features/terms/term.tsx';
import { Star } from '#features/watchlist/star.tsx';
import { ActionLines, ExMark, useActions } from '#features/watching/action-lines.tsx';
import { AlertBell } from '#features/watching/alert-bell.tsx';
import { at, navigateTo, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { SkeletonBar, Empty, ErrorBlock, Skeleton } from '#ui/states.tsx';
import { listed } from '#i18n/joined.ts';
import css from './details.module.css';
import { Statistics } from './statistics.tsx';
import { About } from './about.tsx';

// Only a share that lists today has something to say.
const ListedToday = lazy(() => import('#features/offerings/listed-today.tsx'));

type Stock = Data<'marketDetail'>;
type Side = 'buy' | 'sell';

/** What the socket does not bring (the day's open, high, low, averages) is asked again this often. */
const REFRESH_MS = 15_000;
/** While an auction collects orders its indicative price is asked again this often. */
const AUCTION_MS = 2000;

export default function Details() {
  const { t } = useTranslation(['stock', 'market']);
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

  if (code === '' || failure?.reason === 'unknown_code') return <Unknown />;
  const order = (side: Side, price?: string): void => navigateTo(at('/pages/market/buy', { code, side, price }));
  const about = listed(
    ...[data?.name, data?.sector, data?.listedToday && t('market:listedToday')].filter(
      (word) => typeof word === 'string',
    ),
  );
  return (
    <Page
      title={data?.kind === 'index' ? data.name : code}
      {...(data && { subtitle: data.kind === 'index' ? t('market:index') : about })}
      {...(data && {
        tools: (
          <>
            <AlertBell code={code} price={data.price} tickSize={data.tickSize} />
            <Star code={code} collected={data.collected} />
          </>
        ),
      })}
      {...(data?.kind === 'share' && { dock: <Dock stock={data} onOrder={order} /> })}
      onRefresh={again}
    >
      {waiting && <PageSkeleton />}
      {failure && <ErrorBlock cause={failure.message} onRetry={() => void again()} />}
      {data && !waiting && (
        <>
          <PriceHead quote={data} mark={data.kind === 'share' && <ExMark code={code} />} />
          {data.listedToday && (
            <Suspense fallback={null}>
              <ListedToday code={code} />
            </Suspense>
          )}
          <ShareSession stock={data} />
          {data.kind === 'share' && <ActionLines code={code} past />}
          <ChartPanel
            code={code}
            previousClose={data.prevClose}
            traded={data.kind === 'share'}
            closesByAuction={data.closesByAuction}
          />
          {data.position && <PositionSummary code={code} price={data.price} held={data.position} />}
          {data.depth && (
            <section className={css.block}>
              <SectionHead title={<Term name="depth">{t('depth')}</Term>}>
                <span className={css.aside}>{t('fiveBest')}</span>
              </SectionHead>
              <MarketDepth
                code={code}
                initial={data.depth}
                onPick={data.tradable ? (price, side) => order(side, price) : undefined}
              />
            </section>
          )}
          <Statistics stock={data} />
          <About stock={data} />
        </>
      )}
    </Page>
  );
}

/**
 * The auction that collects the share's orders, or what its phase takes, and the window for blocks; nothing
 * for a suspended share or an index.
 */
function ShareSession({ stock }: { readonly stock: Stock }) {
  const phase = useSharePhase(stock);
  const { auction } = stock;
  if (stock.kind === 'index' || !stock.tradable) return null;
  return (
    <>
      {auction && isAuction(phase) ? (
        <AuctionPanel stock={stock} auction={auction} phase={phase} />
      ) : (
        <PhaseNote phase={phase} casEligible={stock.closesByAuction} />
      )}
      <BlockNote reference={stock.blockReference} />
    </>
  );
}

/** Sell at the left, buy at the right, nearest the thumb; S and B on a keyboard. A suspended stock says so instead. */
function Dock({ stock, onOrder }: { readonly stock: Stock; readonly onOrder: (side: Side) => void }) {
  const { t } = useTranslation('stock');
  if (!stock.tradable) {
    return (
      <p className={css.notTradable} role="status">
        {t('notTradable')}
      </p>
    );
  }
  return (
    <>
      <Button look="sell" aria-keyshortcuts="S" onClick={() => onOrder('sell')}>
        {t('sell')}
      </Button>
      <Button look="buy" aria-keyshortcuts="B" onClick={() => onOrder('buy')}>
        {t('buy')}
      </Button>
    </>
  );
}

function Unknown() {
  const { t } = useTranslation('stock');
  return (
    <Page>
      <Empty
        icon="search"
        title={t('unknown')}
        text={t('unknownText')}
        action={{ label: t('toMarket'), onPress: () => reLaunch('/pages/market/index') }}
      />
    </Page>
  );
}

function PageSkeleton() {
  return (
    <Skeleton>
      <div className={css.boneHead}>
        <SkeletonBar width="9rem" height="1.75rem" />
        <SkeletonBar width="7rem" />
      </div>
      <div className={css.boneChart}>
        <SkeletonBar height="100%" />
      </div>
      <div className={css.boneDepth}>
        {Array.from({ length: 6 }, (_, line) => (
          <SkeletonBar key={line} />
        ))}
      </div>
    </Skeleton>
  );
}

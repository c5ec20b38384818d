import type { Data } from '@khara/contract';
import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { PositionSummary } from '#features/positions/position-summary.tsx';
import { knownQuote } from '#features/quotes/known-quote.ts';
import { PriceHead } from '#features/quotes/price-head.tsx';
import type { Quote } from '#features/quotes/quote.ts';
import { Star } from '#features/watchlist/star.tsx';
import { ExMark } from '#features/watching/action-lines.tsx';
import { AlertBell } from '#features/watching/alert-bell.tsx';
import { FailedPage } from '#shell/failed-page.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useSideways } from '#shell/use-wide.ts';
import { Button } from '#ui/button.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import css from './details.module.css';
import { DepthSection, openTicket, ShareNotes, UnknownShare } from './share-parts.tsx';
import { Statistics } from './statistics.tsx';
import { About } from './about.tsx';
import { useShareTabs } from './share-tabs.tsx';
import { useShare } from './use-share.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

type Stock = Data<'marketDetail'>;

/** Two shares of all are funds. */
const FundPanel = lazyPart(() => import('#features/fund/fund-panel.tsx'));
/** A chart in a window of its own is one by itself. */
const ChartWindow = lazyPart(() => import('./chart-window.tsx'), { failed: FailedPage });

export default function Details() {
  const [query] = usePageQuery();
  return query.has('chart') ? <ChartWindow wait={<Page>{null}</Page>} /> : <Share />;
}

function Share() {
  const { code, data, waiting, failure, again, isUnknown, title, about } = useShare();
  const { tabs, other } = useShareTabs(data);
  const isSideways = useSideways();
  const known = useMemo(() => knownQuote(code), [code]);
  if (isUnknown) return <UnknownShare />;
  return (
    <Page
      title={title}
      subtitle={known?.name}
      {...(data && {
        subtitle: about,
        tools: (
          <>
            <AlertBell code={code} price={data.price} tickSize={data.tickSize} />
            <Star code={code} collected={data.collected} />
          </>
        ),
      })}
      {...(data?.kind === 'share' && {
        dock: (
          <>
            {isSideways && (
              <div className={css.above}>
                <Price stock={data} />
              </div>
            )}
            <Dock stock={data} />
          </>
        ),
      })}
      onRefresh={again}
    >
      <Answer of={{ data: waiting ? undefined : data, failure, again }} wait={<PageSkeleton known={known} />}>
        {(shown) => (
          <>
            {!(isSideways && shown.kind === 'share') && <Price stock={shown} />}
            {tabs}
            <ShareNotes stock={shown} />
            {other ?? <Trading stock={shown} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

const Price = ({ stock }: { readonly stock: Stock }) => (
  <PriceHead quote={stock} mark={stock.kind === 'share' && <ExMark code={stock.code} />} />
);

/** What there is to see before an order. */
function Trading({ stock }: { readonly stock: Stock }) {
  return (
    <>
      <ChartPanel
        code={stock.code}
        previousClose={stock.prevClose}
        traded={stock.kind === 'share'}
        closesByAuction={stock.closesByAuction}
      />
      {stock.position && <PositionSummary code={stock.code} price={stock.price} held={stock.position} />}
      {stock.fund && <FundPanel stock={stock} fund={stock.fund} />}
      <DepthSection stock={stock} className={css.block} />
      <Statistics stock={stock} />
      <About stock={stock} />
    </>
  );
}

/** Sell at the left, buy at the right, nearest the thumb; S and B on a keyboard. A suspended stock says so instead. */
function Dock({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation('stock');
  if (!stock.tradable) {
    return (
      <p className={css.notTradable} role="status">
        {t(stock.listsOn === undefined ? 'notTradable' : 'notListed')}
      </p>
    );
  }
  return (
    <>
      <Button look="sell" aria-keyshortcuts="S" onClick={() => openTicket(stock.code, 'sell')}>
        {t('sell')}
      </Button>
      <Button look="buy" aria-keyshortcuts="B" onClick={() => openTicket(stock.code, 'buy')}>
        {t('buy')}
      </Button>
    </>
  );
}

/** The price that the row had goes on above what is still to come. */
function PageSkeleton({ known }: { readonly known: Quote | undefined }) {
  return (
    <>
      {known && <PriceHead quote={known} />}
      <Skeleton>
        {!known && (
          <div className={css.boneHead}>
            <SkeletonBar width="9rem" height="1.75rem" />
            <SkeletonBar width="7rem" />
          </div>
        )}
        <div className={css.boneChart}>
          <SkeletonBar height="100%" />
        </div>
        <div className={css.boneDepth}>
          {Array.from({ length: 6 }, (_, line) => (
            <SkeletonBar key={line} />
          ))}
        </div>
      </Skeleton>
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { useQuote } from '#api/client.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { MarketDepth } from '#features/depth/market-depth.tsx';
import { PositionSummary } from '#features/positions/position-summary.tsx';
import { widened } from '#features/quotes/figures.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { PriceHead } from '#features/quotes/price-head.tsx';
import { RangeBar } from '#features/quotes/range-bar.tsx';
import { useMarketKnown } from '../../features/quotes/use-market-known.ts';
import { AuctionPanel, BlockNote } from '#features/session/auction-panel.tsx';
import { PhaseNote } from '#features/session/phase-note.tsx';
import { isAuction, useSharePhase } from '#features/session/share-session.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import type { TermName } from '#features/terms/term-sheet.tsx';
import { Term } from '#features/terms/term.tsx';
import { Star } from '#features/watchlist/star.tsx';
import { ActionLines, useActions } from '#features/watching/action-lines.tsx';
import { AlertBell } from '#features/watching/alert-bell.tsx';
import { at, href, navigateTo, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { showCompact } from '#lib/compact.ts';
import { showPrice } from '#lib/number.ts';
import { SkeletonBar, Empty, ErrorBlock, Skeleton } from '#ui/states.tsx';
import { labelled, listed } from '#i18n/joined.ts';
import css from './details.module.css';

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
          <PriceHead quote={data} />
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

/** A figure may be shown short and in full when pressed, and its name may be a term that can be asked about. */
type Figure = readonly [label: string, value: string, full?: string | undefined, term?: TermName];

function Statistics({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation(['stock', 'session']);
  const language = useLanguage();
  const tick = useQuote(stock.code);
  const { price } = asOfNow(stock, tick);
  const day = widened({ low: stock.low, high: stock.high }, price);
  const year = widened({ low: stock.low52, high: stock.high52 }, price);
  const volume = Math.max(stock.volume, tick?.volume ?? 0);
  const share = stock.kind === 'share';

  const figures: readonly Figure[] = [
    [t('open'), showPrice(stock.open, language)],
    [t('high'), showPrice(day.high, language)],
    [t('low'), showPrice(day.low, language)],
    [t('prevClose'), showPrice(stock.prevClose, language)],
    ...(share ? ([[t('averagePrice'), showPrice(stock.averagePrice, language)]] as const) : []),
    // Of an index: what its members traded.
    [t('volume'), showCompact(volume, language), String(volume)],
    [t('value'), showCompact(stock.value, language, '₹'), stock.value],
    ...(share
      ? ([
          [t('marketCap'), showCompact(stock.marketCap, language, '₹'), stock.marketCap ?? ''],
          [t('pe'), showPrice(stock.pe, language)],
          ...(stock.closing ? [[t('session:close.title'), showPrice(stock.closing.price, language)] as const] : []),
          [t('lowerBand'), showPrice(stock.bandLow, language), undefined, 'band'],
          [t('upperBand'), showPrice(stock.bandHigh, language), undefined, 'band'],
          [t('tick'), showPrice(stock.tickSize, language), undefined, 'tick'],
        ] as const)
      : []),
  ];
  return (
    <section className={css.block}>
      <SectionHead title={t('statistics')}>
        {stock.closing && (
          <span className={css.aside}>
            {labelled(t('session:close.title'), t(`session:close.${stock.closing.from}`))}
          </span>
        )}
      </SectionHead>
      <dl className={css.figures}>
        {figures.map(([label, value, full, term]) => (
          <div key={label}>
            <dt>{term ? <Term name={term}>{label}</Term> : label}</dt>
            <dd>{full ? <Compact short={value} full={showPrice(full, language)} /> : value}</dd>
          </div>
        ))}
      </dl>
      <RangeBar lowLabel={t('dayLow')} highLabel={t('dayHigh')} {...day} price={price} />
      <RangeBar lowLabel={t('weekLow52')} highLabel={t('weekHigh52')} {...year} price={price} />
    </section>
  );
}

/** A short form that shows the full figure when pressed, and the short one again. */
function Compact({ short, full }: { readonly short: string; readonly full: string }) {
  const [whole, setWhole] = useState(false);
  return (
    <button type="button" className={css.compact} onClick={() => setWhole(!whole)}>
      {whole ? full : short}
    </button>
  );
}

function About({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation('stock');
  return (
    <section className={css.block}>
      <SectionHead title={t('about')} />
      <div className={css.about}>
        <p>{stock.description}</p>
        <p>{stock.kind === 'index' ? t('indexNote') : t('aboutPractice')}</p>
        <p>
          <a className={css.check} href={href('/pages/index/rules/index')}>
            {t('checkPrices')}
          </a>
        </p>
        <p className={css.isin}>
          {t('market')} {stock.exchange}
          {stock.isin && ` · ${t('isin')} ${stock.isin}`}
        </p>
      </div>
    </section>
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

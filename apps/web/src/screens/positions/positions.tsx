import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useFeed } from '#api/feed.ts';
import { useList } from '#api/use-call.ts';
import { PositionSheet } from '#features/positions/position-sheet.tsx';
import { PositionRow } from '#features/positions/position-row.tsx';
import { SquareOffNote } from '#features/positions/square-off-note.tsx';
import { byProfit, totalsOf, type Position } from '#features/positions/totals.ts';
import { useLivePrices } from '#features/positions/use-live-prices.ts';
import { MarketTime } from '#features/quotes/market-words.tsx';
import { at, href, navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Change, Money, Pill } from '#ui/amount.tsx';
import { TextButton } from '#ui/button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { SkeletonBar, Empty, ErrorBlock, Skeleton, SkeletonRows } from '#ui/states.tsx';
import css from './positions.module.css';

const PATH = '/pages/personal/position/index';
const RECORDS = '/pages/personal/position/records';
const MARKET = '/pages/market/index';
const TABS = ['delivery', 'intraday'] as const;

export default function Positions() {
  const { t } = useTranslation('positions');
  const [query, change] = usePageQuery();
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'delivery';
  const { items, loading, failure, hasMore, loadingMore, more, again } = useList('positions', { size: 100 });
  const shown = useMemo(() => byProfit(items.filter((position) => position.product === tab)), [items, tab]);

  // Profit first needs all of them.
  useEffect(() => {
    if (hasMore && !loadingMore) more();
  }, [hasMore, loadingMore, more]);

  return (
    <Page
      onRefresh={again}
      tools={<TextButton onClick={() => navigateTo(RECORDS)}>{t('records')}</TextButton>}
      below={
        <Tabs
          label={t('stockAtCost')}
          value={tab}
          hrefOf={(value) => href(at(PATH, { tab: value }))}
          onSelect={(value) => change({ tab: value })}
          items={TABS.map((value) => ({
            value,
            label: t(value),
            count: items.filter((position) => position.product === value).length,
          }))}
        />
      }
    >
      {loading ? (
        <PageSkeleton />
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : shown.length > 0 ? (
        <Held positions={shown} product={tab} />
      ) : (
        <Empty
          icon="pie"
          title={tab === 'delivery' ? t('empty') : t('emptyIntraday')}
          text={tab === 'delivery' ? t('emptyText') : t('emptyIntradayText')}
          action={{ label: t('findStock'), onPress: () => switchTab(MARKET) }}
        />
      )}
    </Page>
  );
}

function Held({
  positions,
  product,
}: {
  readonly positions: readonly Position[];
  readonly product: (typeof TABS)[number];
}) {
  const { t } = useTranslation('positions');
  const stale = useFeed((feed) => feed.state === 'stale' || !feed.online);
  const [open, setOpen] = useState<string>();
  const toggle = useCallback((id: string) => setOpen((now) => (now === id ? undefined : id)), []);
  const [detailed, setDetailed] = useState<Position>();
  const [details, setDetails] = useState(false);
  const show = useCallback((position: Position) => {
    setDetailed(position);
    setDetails(true);
  }, []);
  return (
    <div data-stale={stale || undefined}>
      <Summary positions={positions} product={product} />
      {product === 'intraday' && <SquareOffNote />}
      <div className={css.head}>
        <span>{t('stockAtCost')}</span>
        <span>{t('priceValue')}</span>
        <b>{t('profit')}</b>
      </div>
      {positions.map((position) => (
        <PositionRow
          key={position.id}
          position={position}
          open={position.id === open}
          onToggle={toggle}
          onDetails={show}
        />
      ))}
      <div className={css.time}>
        <MarketTime seconds />
      </div>
      <PositionSheet position={detailed} open={details} onClose={() => setDetails(false)} />
    </div>
  );
}

/** Profit first, then what it is made of; worked out again once a second. */
function Summary({
  positions,
  product,
}: {
  readonly positions: readonly Position[];
  readonly product: (typeof TABS)[number];
}) {
  const { t } = useTranslation('positions');
  const priceOf = useLivePrices(positions.map((position) => position.code));
  const totals = totalsOf(positions, priceOf);
  return (
    <section className={css.summary}>
      <p className={css.label}>
        {t('totalProfit')} <small>({t('ifSold')})</small>
      </p>
      <p className={css.profit}>
        <Money value={totals.profit} sign="always" coloured />
        <Pill value={totals.profitPercent} />
      </p>
      <dl className={css.figures}>
        <div>
          <dt>{product === 'intraday' ? t('margin') : t('cost')}</dt>
          <dd>
            <Money value={product === 'intraday' ? totals.margin : totals.invested} />
          </dd>
        </div>
        <div>
          <dt>{t('marketValue')}</dt>
          <dd>
            <Money value={totals.value} />
          </dd>
        </div>
        <div>
          <dt>{t('today')}</dt>
          <dd>
            <Change amount={totals.today} percent={totals.todayPercent} money />
          </dd>
        </div>
        <div>
          <dt>{t('chargesPaid')}</dt>
          <dd>
            <Money value={totals.fees} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function PageSkeleton() {
  return (
    <>
      <Skeleton>
        <div className={css.summary}>
          <div className={css.skeleton}>
            <SkeletonBar width="12rem" height="0.75rem" />
            <SkeletonBar width="10rem" height="1.5rem" />
            <SkeletonBar height="2rem" />
            <SkeletonBar height="2rem" />
          </div>
        </div>
        <div className={css.head} />
      </Skeleton>
      <SkeletonRows rows={6} />
    </>
  );
}

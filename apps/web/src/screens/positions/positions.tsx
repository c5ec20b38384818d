import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import { useCall, useList } from '#api/use-call.ts';
import { ConvertSheet } from '#features/positions/convert-sheet.tsx';
import { DayRow, positionKey } from '#features/positions/day-row.tsx';
import { dayTotals, inDayOrder, type DayPosition } from '#features/positions/day-totals.ts';
import { PositionSheet } from '#features/positions/position-sheet.tsx';
import { PositionRow } from '#features/positions/position-row.tsx';
import { SquareOffNote } from '#features/positions/square-off-note.tsx';
import { byProfit, sumPositions, type Position } from '#features/positions/totals.ts';
import { useLivePrices } from '#features/positions/use-live-prices.ts';
import { MarketTime } from '#features/quotes/market-time.tsx';
import { at, href, navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Change, Money } from '#ui/amount.tsx';
import { Pill } from '#ui/pill.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { SkeletonBar, Empty, ErrorBlock, Skeleton, SkeletonRows } from '#ui/states.tsx';
import css from './positions.module.css';

const PATH = '/pages/personal/position/index';
const RECORDS = '/pages/personal/position/records';
const MARKET = '/pages/market/index';
const TABS = ['holdings', 'day'] as const;
/** The tab of intraday positions was called so. */
const OLD_TAB = 'intraday';

export default function Positions() {
  const { t } = useTranslation('positions');
  const [query, change] = usePageQuery();
  const asked = query.get('tab') === OLD_TAB ? 'day' : query.get('tab');
  const tab = TABS.find((name) => name === asked) ?? 'holdings';
  const { items, loading, failure, hasMore, loadingMore, more, again } = useList('positions', { size: 100 });
  const day = useCall('dayPositions', undefined, { refetchMs: 15_000 });
  const holdings = useMemo(() => byProfit(items.filter(({ product }) => product === 'delivery')), [items]);
  const ofDay = useMemo(() => inDayOrder(day.data?.list ?? []), [day.data]);
  const broken = failure ?? (tab === 'day' ? day.failure : undefined);

  // Profit first needs all of them.
  useEffect(() => {
    if (hasMore && !loadingMore) more();
  }, [hasMore, loadingMore, more]);

  const refreshAll = useCallback(() => Promise.all([again(), day.again()]), [again, day]);
  return (
    <Page
      onRefresh={refreshAll}
      tools={<TextButton onClick={() => navigateTo(RECORDS)}>{t('records')}</TextButton>}
      below={
        <Tabs
          label={t('stockAtCost')}
          value={tab}
          hrefOf={(value) => href(at(PATH, { tab: value }))}
          onSelect={(value) => change({ tab: value })}
          items={[
            { value: 'holdings', label: t('holdings'), count: holdings.length },
            { value: 'day', label: t('ofDay'), count: ofDay.length },
          ]}
        />
      }
    >
      {loading || (tab === 'day' && day.loading) ? (
        <PageSkeleton />
      ) : broken ? (
        <ErrorBlock cause={broken.message} onRetry={() => void refreshAll()} />
      ) : tab === 'day' && ofDay.length > 0 ? (
        <OfDay positions={ofDay} held={items} />
      ) : tab === 'holdings' && holdings.length > 0 ? (
        <Held positions={holdings} />
      ) : (
        <Empty
          icon="pie"
          title={tab === 'holdings' ? t('empty') : t('emptyDay')}
          text={tab === 'holdings' ? t('emptyText') : t('emptyDayText')}
          action={{ label: t('findStock'), onPress: () => switchTab(MARKET) }}
        />
      )}
    </Page>
  );
}

/** Delivery shares, on their way and settled. */
function Held({ positions }: { readonly positions: readonly Position[] }) {
  const { t } = useTranslation('positions');
  const stale = useStale();
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
      <Summary positions={positions} />
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
function Summary({ positions }: { readonly positions: readonly Position[] }) {
  const { t } = useTranslation('positions');
  const priceOf = useLivePrices(positions.map((position) => position.code));
  const totals = sumPositions(positions, priceOf);
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
          <dt>{t('cost')}</dt>
          <dd>
            <Money value={totals.invested} />
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

/** What was bought and sold today by share and product, and intraday shares that an earlier day left. */
function OfDay({
  positions,
  held,
}: {
  readonly positions: readonly DayPosition[];
  readonly held: readonly Position[];
}) {
  const { t } = useTranslation('positions');
  const stale = useStale();
  const [open, setOpen] = useState<string>();
  const toggle = useCallback((key: string) => setOpen((now) => (now === key ? undefined : key)), []);
  const [detailed, setDetailed] = useState<Position>();
  const [converted, setConverted] = useState<DayPosition>();
  const [sheet, setSheet] = useState<'details' | 'convert'>();
  const show = useCallback((position: Position) => {
    setDetailed(position);
    setSheet('details');
  }, []);
  const convert = useCallback((position: DayPosition) => {
    setConverted(position);
    setSheet('convert');
  }, []);
  const heldBy = useMemo(() => new Map(held.map((position) => [positionKey(position), position])), [held]);
  return (
    <div data-stale={stale || undefined}>
      <DaySummary positions={positions} held={held} />
      {held.some(({ product }) => product === 'intraday') && <SquareOffNote />}
      <div className={css.head}>
        <span>{t('stockNet')}</span>
        <span>{t('priceAverage')}</span>
        <b>{t('profit')}</b>
      </div>
      {positions.map((position) => (
        <DayRow
          key={positionKey(position)}
          position={position}
          held={heldBy.get(positionKey(position))}
          open={positionKey(position) === open}
          onToggle={toggle}
          onDetails={show}
          onConvert={convert}
        />
      ))}
      <div className={css.time}>
        <MarketTime seconds />
      </div>
      <PositionSheet position={detailed} open={sheet === 'details'} onClose={() => setSheet(undefined)} />
      <ConvertSheet position={converted} open={sheet === 'convert'} onClose={() => setSheet(undefined)} />
    </div>
  );
}

function DaySummary({
  positions,
  held,
}: {
  readonly positions: readonly DayPosition[];
  readonly held: readonly Position[];
}) {
  const { t } = useTranslation('positions');
  const priceOf = useLivePrices(positions.map(({ code }) => code));
  const totals = dayTotals(positions, priceOf);
  const { margin } = sumPositions(
    held.filter(({ product }) => product === 'intraday'),
    priceOf,
  );
  return (
    <section className={css.summary}>
      <p className={css.label}>
        {t('today')} <small>({t('ifSold')})</small>
      </p>
      <p className={css.profit}>
        <Money value={totals.profit} sign="always" coloured />
      </p>
      <dl className={css.figures}>
        <div>
          <dt>{t('realised')}</dt>
          <dd>
            <Money value={totals.realised} sign="always" coloured />
          </dd>
        </div>
        <div>
          <dt>{t('unrealised')}</dt>
          <dd>
            <Money value={totals.unrealised} sign="always" coloured />
          </dd>
        </div>
        <div>
          <dt>{t('margin')}</dt>
          <dd>
            <Money value={margin} />
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

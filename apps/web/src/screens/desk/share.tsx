import type { Data, Interval } from '@khara/contract';
import { useState } from 'react';
import { useSignedIn } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { useKeptCharts } from '#features/chart/kept-charts.ts';
import { ChartTools } from '#features/desk/chart-tools.tsx';
import { KeptChartPanel } from '#features/desk/kept-chart-panel.tsx';
import { ShareOrders } from '#features/desk/share-orders.tsx';
import { PriceHead } from '#features/quotes/price-head.tsx';
import { Star } from '#features/watchlist/star.tsx';
import { ExMark } from '#features/watching/action-lines.tsx';
import { AlertBell } from '#features/watching/alert-bell.tsx';
import { ConnectionBanner } from '#shell/connection-banner.tsx';
import { Divider } from '#shell/desk/divider.tsx';
import { Page } from '#shell/page.tsx';
import { useBroad } from '#shell/use-wide.ts';
import { cx } from '#ui/class-names.ts';
import { Answer } from '#ui/answer.tsx';
import { Skeleton, SkeletonBar, SkeletonRows } from '#ui/states.tsx';
import { About } from '../market/about.tsx';
import css from './share.module.css';
import { useShareTabs } from '../market/share-tabs.tsx';
import { DepthSection, ShareNotes, UnknownShare } from '../market/share-parts.tsx';
import { Statistics } from '../market/statistics.tsx';
import { useShare } from '../market/use-share.ts';

type Stock = Data<'marketDetail'>;

/** The share in the middle of the desk: the parts of its page, laid out for a wide pane. */
export default function ShareDesk() {
  const { code, data, waiting, failure, again, isUnknown, title, about } = useShare();
  const { tabs, other } = useShareTabs(data);
  // Stays when another share is chosen.
  const [interval, setInterval] = useState<Interval>('5m');
  const signedIn = useSignedIn();
  const hasRoom = useBroad();
  const kept = useKeptCharts(({ charts }) => charts);
  const beside = hasRoom ? kept : [];
  if (isUnknown) return <UnknownShare />;
  return (
    <Page title={title} bar={<></>} className={css.page}>
      <section className={cx(css.card, css.top)}>
        <header className={css.head}>
          <div className={css.title}>
            <h1>{title}</h1>
            <p>{about}</p>
          </div>
          {data && (
            <>
              <PriceHead quote={data} mark={data.kind === 'share' && <ExMark code={code} />} />
              <div className={css.tools}>
                <AlertBell code={code} price={data.price} tickSize={data.tickSize} />
                <Star code={code} collected={data.collected} />
              </div>
            </>
          )}
        </header>
        <ConnectionBanner />
        {tabs}
        <Answer of={{ data: waiting ? undefined : data, failure, again }} wait={<Bones />}>
          {(shown) => (
            <>
              <ShareNotes stock={shown} />
              {other ? (
                <div className={css.company}>{other}</div>
              ) : (
                <div className={css.charts} data-charts={1 + beside.length}>
                  <ChartPanel
                    code={code}
                    previousClose={shown.prevClose}
                    traded={shown.kind === 'share'}
                    closesByAuction={shown.closesByAuction}
                    interval={interval}
                    onInterval={setInterval}
                    tools={<ChartTools code={code} interval={interval} />}
                    aside={shown.tradable && signedIn && beside.length === 0 && <KeyHints />}
                  />
                  {beside.map((chart) => (
                    <KeptChartPanel key={`${chart.code} ${beside.indexOf(chart)}`} chart={chart} />
                  ))}
                </div>
              )}
            </>
          )}
        </Answer>
      </section>
      {waiting && (
        <section className={cx(css.card, css.lower, css.next)}>
          <SkeletonRows rows={4} />
        </section>
      )}
      {data && !waiting && !other && <Below key={code} stock={data} />}
    </Page>
  );
}

/** Under the chart: the book, and what the reader has to do with the share. */
function Below({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation('desk');
  const about = (
    <>
      <Statistics stock={stock} />
      <About stock={stock} />
    </>
  );
  return (
    <>
      <Divider name="lower" label={t('resizeLower')} pane="after" upright={false} />
      {stock.kind === 'index' ? (
        <section className={cx(css.card, css.lower, css.scrolled)}>{about}</section>
      ) : (
        <ShareOrders
          stock={stock}
          className={css.lower}
          depth={<DepthSection stock={stock} className={css.depth} />}
          about={about}
        />
      )}
    </>
  );
}

function KeyHints() {
  const { t } = useTranslation('desk');
  return (
    <p className={css.keys} aria-hidden="true">
      <kbd>B</kbd> {t('keys.buy')} <kbd>S</kbd> {t('keys.sell')} <kbd>J</kbd>
      <kbd>K</kbd> {t('keys.next')}
    </p>
  );
}

const Bones = () => (
  <Skeleton>
    <div className={css.bones}>
      <SkeletonBar width="16rem" height="1.5rem" />
      <SkeletonBar height="100vh" />
    </div>
  </Skeleton>
);

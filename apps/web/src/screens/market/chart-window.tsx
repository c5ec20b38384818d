import type { Interval } from '@khara/contract';
import { useState } from 'react';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { INTERVALS } from '#features/chart/intervals.ts';
import { PriceHead } from '#features/quotes/price-head.tsx';
import { Page } from '#shell/page.tsx';
import { ConnectionBanner } from '#shell/connection-banner.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './chart-window.module.css';
import { UnknownShare } from './share-parts.tsx';
import { useShare } from './use-share.ts';

/** The chart of a share by itself: what the desk opens in a window of its own. `?chart=5m` is its first interval. */
export default function ChartWindow() {
  const { code, data, waiting, failure, again, isUnknown, title, about } = useShare();
  const { pane } = usePlace();
  const [query] = usePageQuery();
  const [interval, setInterval] = useState<Interval>(
    () => INTERVALS.find((one) => one.interval === query.get('chart'))?.interval ?? '5m',
  );
  if (isUnknown) return <UnknownShare />;
  return (
    <Page
      title={title}
      ground="surface"
      className={css.page}
      bar={
        <header className={css.head} data-chart-window>
          <div>
            <h1>{title}</h1>
            <p>{about}</p>
          </div>
          {data && <PriceHead quote={data} />}
        </header>
      }
    >
      {pane && <ConnectionBanner />}
      <Answer of={{ data: waiting ? undefined : data, failure, again }} wait={<SkeletonRows rows={6} />}>
        {({ prevClose, kind, closesByAuction }) => (
          <ChartPanel
            code={code}
            previousClose={prevClose}
            traded={kind === 'share'}
            closesByAuction={closesByAuction}
            interval={interval}
            onInterval={setInterval}
          />
        )}
      </Answer>
    </Page>
  );
}

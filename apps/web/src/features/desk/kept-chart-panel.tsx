import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { closeChart, setKeptInterval, type KeptChart } from '#features/chart/kept-charts.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { detailsHref } from '#features/quotes/quote.ts';
import { Percent, Price } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { Answer } from '#ui/answer.tsx';
import css from './kept-chart-panel.module.css';

/** A chart that stays while other shares are chosen. Needs the namespaces `desk`, `stock` and `session`. */
export function KeptChartPanel({ chart }: { readonly chart: KeptChart }) {
  const { t } = useTranslation('desk');
  const { code, interval } = chart;
  const detail = useCall('marketDetail', { code });
  const { data } = detail;
  return (
    <section className={css.kept} aria-label={code}>
      <header className={css.head}>
        <a href={detailsHref(code)}>{data?.kind === 'index' ? data.name : code}</a>
        {data && <Now code={code} stock={data} />}
        <IconButton icon="close" size={18} label={t('charts.close', { code })} onClick={() => closeChart(chart)} />
      </header>
      <Answer of={detail} wait={null}>
        {({ prevClose, kind, closesByAuction }) => (
          <ChartPanel
            code={code}
            previousClose={prevClose}
            traded={kind === 'share'}
            closesByAuction={closesByAuction}
            interval={interval}
            onInterval={(next) => setKeptInterval(chart, next)}
          />
        )}
      </Answer>
    </section>
  );
}

function Now({ code, stock }: { readonly code: string; readonly stock: Parameters<typeof asOfNow>[0] }) {
  const { price, changePercent } = asOfNow(stock, useQuote(code));
  return (
    <span className={css.now}>
      <Price value={price} /> <Percent value={changePercent} />
    </span>
  );
}

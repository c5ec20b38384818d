import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { keepChart } from '#features/chart/kept-charts.ts';
import { at } from '#shell/navigation.ts';
import { useBroad } from '#shell/use-wide.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

/** Of the window that a chart is opened in, at first, in px. */
const WINDOW = 'popup,width=760,height=560';

/** Keeps the chart beside others, where there is room for two, and opens it in a window of its own. Needs `desk`. */
export function ChartTools({ code, interval }: { readonly code: string; readonly interval: Interval }) {
  const { t } = useTranslation('desk');
  const hasRoom = useBroad();
  const openWindow = () => {
    const address = at('/pages/market/details', { code, chart: interval });
    window.open(`${location.pathname}#${address}`, `khara-chart-${code}`, WINDOW);
  };
  return (
    <>
      {hasRoom && (
        <IconButton
          icon="plus"
          size={20}
          label={t('charts.keep')}
          onClick={() => {
            if (!keepChart(code, interval)) toast(t('charts.full'));
          }}
        />
      )}
      <IconButton icon="window" size={20} label={t('charts.window')} onClick={openWindow} />
    </>
  );
}

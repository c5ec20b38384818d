import type { Interval } from '@khara/contract';
import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';

/** Charts that stand beside the share's own on the desk. */
export type KeptChart = { readonly code: string; readonly interval: Interval };

/** Beside the share's own: four in all are two rows of two. */
const MAX_CHARTS = 3;
/** Kept on this device, so that the desk is as it was left. */
const KEY = 'deskCharts';

const isKept = (one: unknown): one is KeptChart =>
  typeof one === 'object' && one !== null && typeof (one as KeptChart).code === 'string';

export const useKeptCharts = create<{ readonly charts: readonly KeptChart[] }>()(() => {
  const kept = readStoredJson(KEY);
  return {
    charts: (Array.isArray(kept) ? kept : [])
      .filter(isKept)
      .slice(0, MAX_CHARTS)
      .map(({ code, interval }) => ({ code, interval: typeof interval === 'string' ? interval : '5m' })),
  };
});

function set(charts: readonly KeptChart[]): void {
  useKeptCharts.setState({ charts });
  store(KEY, charts.length === 0 ? null : JSON.stringify(charts));
}

/** False where as many are kept as there is room for. */
export function keepChart(code: string, interval: Interval): boolean {
  const { charts } = useKeptCharts.getState();
  if (charts.length >= MAX_CHARTS) return false;
  if (!charts.some((chart) => chart.code === code && chart.interval === interval)) set([...charts, { code, interval }]);
  return true;
}

export const closeChart = (chart: KeptChart): void =>
  set(useKeptCharts.getState().charts.filter((one) => one !== chart));

export const setKeptInterval = (chart: KeptChart, interval: Interval): void =>
  set(useKeptCharts.getState().charts.map((one) => (one === chart ? { ...one, interval } : one)));

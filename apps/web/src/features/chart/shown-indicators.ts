import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';
import {
  definition,
  INDICATOR_IDS,
  MAX_SHOWN,
  usualSettings,
  type ActiveIndicator,
  type IndicatorId,
} from './indicators.ts';

/** Which are shown, in the order in which they were switched on, and the numbers of each that has others than usual. */
type Shown = {
  readonly shown: readonly IndicatorId[];
  readonly settings: Readonly<Partial<Record<IndicatorId, readonly number[]>>>;
};

/** Kept on this device, for all shares. */
const KEY = 'indicators';
/** As it is at first: the line of averages that a chart has always had. */
const USUAL: Shown = { shown: ['vwap'], settings: {} };

/** What is kept may come from another version, or from another program in the browser. */
function readShown(kept: unknown): Shown {
  if (typeof kept !== 'object' || kept === null) return USUAL;
  const { shown, settings } = kept as Partial<Record<keyof Shown, unknown>>;
  const ids = INDICATOR_IDS.filter((id) => Array.isArray(shown) && shown.includes(id));
  const ofPlace = (place: 'price' | 'pane') =>
    ids.filter((id) => definition(id).place === place).slice(0, MAX_SHOWN[place]);
  const own = (id: IndicatorId): unknown => (settings as Record<string, unknown> | undefined)?.[id];
  return {
    shown: [...ofPlace('price'), ...ofPlace('pane')],
    settings: Object.fromEntries(INDICATOR_IDS.filter((id) => fits(id, own(id))).map((id) => [id, own(id)])),
  };
}

/** Whether numbers are such as the indicator takes. */
export const fits = (id: IndicatorId, numbers: unknown): numbers is readonly number[] => {
  const { settings, refuses } = definition(id);
  return (
    Array.isArray(numbers) &&
    numbers.length === settings.length &&
    settings.every(({ min, max, step }, at) => {
      const value: unknown = numbers[at];
      if (typeof value !== 'number' || !(value >= min && value <= max)) return false;
      return Math.abs(value / step - Math.round(value / step)) < 1e-9;
    }) &&
    !refuses?.(numbers as readonly number[])
  );
};

export const useShownIndicators = create<Shown>()(() => readShown(readStoredJson(KEY)));

function set(next: Shown): void {
  useShownIndicators.setState(next);
  store(KEY, JSON.stringify(next));
}

/** Switches one on or off. False where its place has as many as it takes. */
export function switchIndicator(id: IndicatorId, on: boolean): boolean {
  const now = useShownIndicators.getState();
  const others = now.shown.filter((one) => one !== id);
  const { place } = definition(id);
  if (on && others.filter((one) => definition(one).place === place).length >= MAX_SHOWN[place]) return false;
  set({ ...now, shown: on ? [...others, id] : others });
  return true;
}

export const settingsOf = ({ settings }: Shown, id: IndicatorId): readonly number[] =>
  settings[id] ?? usualSettings(id);

/** Other numbers for one, such as {@link fits}; undefined: the usual ones again. */
export function setIndicator(id: IndicatorId, numbers: readonly number[] | undefined): void {
  const now = useShownIndicators.getState();
  const { [id]: _, ...others } = now.settings;
  set({ ...now, settings: numbers ? { ...others, [id]: numbers } : others });
}

export const resetIndicators = (): void => set(USUAL);

/** Those that are shown, with their numbers. */
export const activeIndicators = (shown: Shown): readonly ActiveIndicator[] =>
  shown.shown.map((id) => ({ id, settings: settingsOf(shown, id) }));

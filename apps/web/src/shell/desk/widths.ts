import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';

/** Kept on this device: how wide and how high the reader has made panes, in px. */
const KEY = 'deskPanes';

/** What can be dragged: from where to where, and what it is at first. In px. */
export const SIZES = {
  list: { least: 220, most: 420 },
  side: { least: 300, most: 460 },
  lower: { least: 180, most: 520 },
} as const;
export type Sized = keyof typeof SIZES;

type Kept = Partial<Readonly<Record<Sized, number>>>;

const within = (name: Sized, px: number): number =>
  Math.round(Math.min(SIZES[name].most, Math.max(SIZES[name].least, px)));

/** Undefined where the reader has changed nothing: the style sheet then says how wide a pane is. */
export const useSizes = create<Kept>()(() => {
  const kept = readStoredJson(KEY) as Record<string, unknown> | undefined; // read below
  return Object.fromEntries(
    Object.keys(SIZES).flatMap((name) => {
      const px = kept?.[name];
      return typeof px === 'number' && Number.isFinite(px) ? [[name, within(name as Sized, px)]] : [];
    }),
  );
});

/** `undefined` gives the pane its first size back. */
export function resize(name: Sized, px: number | undefined): void {
  useSizes.setState({ [name]: px === undefined ? undefined : within(name, px) });
  store(KEY, JSON.stringify(useSizes.getState()));
}

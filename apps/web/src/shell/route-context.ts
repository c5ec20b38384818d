import { createContext, useContext } from 'react';
import type { Route } from './route-table.ts';

export type Place = {
  readonly route: Route;
  /** This visit to this page: the key its scroll position is kept under. */
  readonly key: string;
  readonly direction: 'forward' | 'back' | 'none';
};
export const PlaceContext = createContext<Place | undefined>(undefined);

/** The route being shown and how it was come to. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('no router');
  return place;
}

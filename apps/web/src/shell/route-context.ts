import { createContext, useContext, type ComponentType } from 'react';
import type { PageProps } from './page-props.ts';
import type { Route } from './route-table.ts';

/** A page that stands beside others on the desk: with a query and a frame of its own. */
export type Pane = {
  readonly name: 'list' | 'main' | 'side';
  readonly path: string;
  readonly search: string;
  readonly change: (search: string) => void;
  readonly Frame: ComponentType<PageProps>;
  /** Panes at the right stand beside it, which have parts of what the page has where it stands alone. */
  readonly hasSide: boolean;
};

export type Place = {
  readonly route: Route;
  /** This visit to this page: the key its scroll position is kept under. */
  readonly key: string;
  readonly direction: 'forward' | 'back' | 'none';
  readonly pane?: Pane;
};
export const PlaceContext = createContext<Place | undefined>(undefined);

/** The route being shown and how it was come to. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('no router');
  return place;
}

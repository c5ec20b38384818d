import type { ReactNode } from 'react';

/** What a page says of itself to its frame. */
export type PageProps = {
  /** By default the route's title. */
  readonly title?: string;
  readonly subtitle?: ReactNode;
  /** At most two actions at the right of the navigation bar. */
  readonly tools?: ReactNode;
  /** Instead of the navigation bar (home's search bar, login's hero). */
  readonly bar?: ReactNode;
  /** Under the navigation bar, above what scrolls: tabs, filters. */
  readonly below?: ReactNode;
  /** At the bottom instead of the tab bar: the page's one main action. */
  readonly dock?: ReactNode;
  readonly onRefresh?: () => Promise<unknown>;
  /** `surface`: a white body, for forms and lists that fill the page. */
  readonly ground?: 'bg' | 'surface';
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

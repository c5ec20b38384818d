import type { RefObject } from 'react';
import { useConfig } from '#api/config.ts';
import { optional } from '#i18n/optional.tsx';

// Only fingers pull, and not in the first second.
const PullToRefresh = optional(() => import('#ui/pull-to-refresh.tsx'));

const DEFAULT_THRESHOLD_PX = 64;

type Props = { readonly scroller: RefObject<HTMLElement | null>; readonly onRefresh: () => Promise<unknown> };

/** The top of what scrolls, where a page can be pulled to be asked for again. */
export function Pulled(props: Props) {
  const threshold = useConfig((state) => state.info?.pullRefreshThreshold) ?? DEFAULT_THRESHOLD_PX;
  return <PullToRefresh {...props} threshold={threshold} />;
}

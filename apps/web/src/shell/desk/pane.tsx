import { useEffect, useMemo, useRef, useState } from 'react';
import { SheetRoom } from '#ui/in-sheet.ts';
import { ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { CrashBoundary } from '../crash-boundary.tsx';
import { here, replace } from '../location.ts';
import { mayOpen } from '../navigation.ts';
import { Page } from '../page.tsx';
import { PlaceContext, type Place } from '../route-context.ts';
import { useScreen } from '../screen-loader.ts';
import css from './desk.module.css';
import { PaneFrame } from './pane-frame.tsx';
import { PaneForMembers } from './pane-for-members.tsx';
import type { PanePlan } from './plan.ts';

/**
 * Marks the links of a list that lead to what the main pane shows, for as long as it does: rows come and go as
 * the list scrolls. Returns how to stop.
 */
function markCurrent(list: HTMLElement, address: string): () => void {
  const wanted = `#${address}`;
  const mark = (): void => {
    for (const link of list.querySelectorAll('a[href]')) {
      if (link.getAttribute('href') === wanted) link.setAttribute('aria-current', 'page');
      else if (link.getAttribute('aria-current') === 'page') link.removeAttribute('aria-current');
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(list, { subtree: true, childList: true, attributeFilter: ['href'] });
  return () => observer.disconnect();
}

/** Changes the query of the address and stays on its page. */
const changeAddress = (search: string): void => replace((here().split('?')[0] ?? '') + search);

/** One page of the desk: its own place, query, failure and sheets. */
export function Pane({
  plan,
  address,
  hasSide,
}: {
  readonly plan: PanePlan;
  readonly address: string;
  readonly hasSide: boolean;
}) {
  const { name, id, route, search, change = changeAddress, label, low, marked } = plan;
  const [room, setRoom] = useState<HTMLElement | null>(null);
  const section = useRef<HTMLElement>(null);
  const place = useMemo(
    (): Place => ({
      route,
      key: id,
      direction: 'none',
      pane: { name, path: route.path, search, change, Frame: PaneFrame, hasSide },
    }),
    [route, id, name, search, change, hasSide],
  );
  useEffect(() => {
    const pane = section.current;
    return pane && name === 'list' ? markCurrent(pane, address) : undefined;
  }, [name, address]);

  const { Screen, failed, retry } = useScreen(route);
  const screen = useMemo(() => Screen && <Screen />, [Screen]);
  const isOpen = mayOpen(route.path) !== false;
  const Landmark = name === 'main' ? 'div' : 'aside';
  return (
    <Landmark
      ref={section as React.RefObject<HTMLDivElement>}
      className={css.pane}
      data-pane={name}
      data-low={low}
      data-marked={marked}
      aria-label={label}
    >
      <PlaceContext value={place}>
        <SheetRoom value={room}>
          {!isOpen ? (
            <PaneForMembers low={low === true} />
          ) : screen ? (
            <CrashBoundary key={id}>{screen}</CrashBoundary>
          ) : (
            <Page {...(label !== undefined && { title: label })}>
              {failed ? <ErrorBlock onRetry={retry} /> : <SkeletonRows rows={low ? 2 : 8} />}
            </Page>
          )}
        </SheetRoom>
      </PlaceContext>
      <div ref={setRoom} />
    </Landmark>
  );
}

import { Fragment, useEffect, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { replace, useSpot } from '../location.ts';
import { mayOpen, setDesk } from '../navigation.ts';
import { useDoor } from '../router.tsx';
import { Bar } from './bar.tsx';
import css from './desk.module.css';
import { Divider } from './divider.tsx';
import { Pane } from './pane.tsx';
import type { DeskPlan, PanePlan } from './plan.ts';
import { useSizes } from './widths.ts';
import { useFeed } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useTexts } from '#i18n/use-texts.ts';
import type from '#ui/text.module.css';
import { phaseWords } from '../market-day/phase-words.ts';

type Props = {
  readonly plan: DeskPlan;
  /** What the desk does with an address instead of going there; false where it goes there. */
  readonly takes: (to: string) => boolean;
  readonly indices: ReactNode;
  readonly inbox: ReactNode;
  /** Keys of the whole desk. */
  readonly keys: ReactNode;
};

/** The workspace of wide screens: tabs above, and several pages beside each other. */
export function Desk({ plan, takes, indices, inbox, keys }: Props) {
  const { t } = useTranslation('desk');
  const { path, search } = useSpot();
  const isOpen = useDoor(path + search);
  const { list: listPx, side: sidePx, lower: lowerPx } = useSizes();
  useEffect(() => {
    setDesk(takes);
    return () => setDesk(undefined);
  }, [takes]);

  // Where a page took the focus with it, reading goes on in the middle.
  useEffect(() => {
    if (document.activeElement !== document.body || !document.hasFocus()) return;
    const middle = document.querySelector<HTMLElement>('[data-pane=main] [data-scroller]');
    middle?.setAttribute('data-arrived', ''); // no key led there: no edge is drawn around it
    middle?.addEventListener('blur', () => middle.removeAttribute('data-arrived'), { once: true });
    middle?.focus({ preventScroll: true });
  }, [path]);

  const of = (name: PanePlan['name']) => plan.panes.filter((pane) => pane.name === name);
  const list = of('list');
  const main = of('main');
  const side = of('side');
  const hasSide = side.length > 0;
  const address = main[0] ? main[0].route.path + main[0].search : path + search;

  // A row of a list is no page of its own: back leaves the desk, and not the row. Over a page that stays it is one.
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    const to = link?.getAttribute('href')?.slice(1);
    if (to === undefined) return;
    if (takes(to)) return event.preventDefault();
    if (plan.stays || !link?.closest('[data-pane=list]') || mayOpen(to) === false) return;
    event.preventDefault();
    replace(to);
  };
  return (
    <>
      <Bar tab={plan.tab} indices={indices} inbox={inbox} />
      {/* Followed here, since a row of a list is painted by hand: a press of a key on a link clicks it as well. */}
      <div
        className={css.desk}
        data-shape={plan.shape}
        style={
          {
            ...(listPx !== undefined && { '--list': `${listPx}px` }),
            ...(sidePx !== undefined && { '--side': `${sidePx}px` }),
            ...(lowerPx !== undefined && { '--lower': `${lowerPx}px` }),
          } as CSSProperties // custom properties are none of its names
        }
        onClick={follow}
      >
        {list.map((pane) => (
          <Fragment key={pane.name}>
            <Pane plan={pane} address={address} hasSide={hasSide} />
            <Divider name="list" label={t('resizeList')} pane="before" isBetween />
          </Fragment>
        ))}
        {isOpen && main.map((pane) => <Pane key={pane.name} plan={pane} address={address} hasSide={hasSide} />)}
        {hasSide && (
          <>
            <Divider name="side" label={t('resizeSide')} pane="after" isBetween />
            <div className={css.side}>
              {side.map((pane) => (
                <Pane key={pane.label ?? pane.route.path} plan={pane} address={address} hasSide />
              ))}
            </div>
          </>
        )}
      </div>
      <Announcer />
      {keys}
    </>
  );
}

/** Says to a screen reader when the market's part of the day changes. It says no prices. */
function Announcer() {
  const { t } = useTranslation(['desk', 'session']);
  const phase = useMarketClock(({ market }) => market?.phase && phaseWords(market.phase, market.halt));
  const live = useFeed(({ state, online }) => online && state === 'live');
  const here = useTexts('session');
  return (
    <p className={type.unseen} role="status">
      {here && live && phase && t('marketIs', { phase: t(`session:phase.${phase}`) })}
    </p>
  );
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { ConnectionBanner } from '../connection-banner.tsx';
import { canGoBack } from '../location.ts';
import { goBack } from '../navigation.ts';
import type { PageProps } from '../page-props.ts';
import { Pulled } from '../pulled.tsx';
import { usePlace } from '../route-context.ts';
import { rememberScroll, restoreScroll } from '../scroll.ts';
import css from './pane-frame.module.css';

/**
 * The frame of a page in a pane: a head instead of the navigation bar, the dock inside. The main pane alone names
 * the document, says that prices stopped, and leads back.
 */
export function PaneFrame({
  title,
  subtitle,
  tools,
  bar,
  below,
  dock,
  onRefresh,
  ground,
  className,
  children,
}: PageProps) {
  const { t } = useTranslation(['nav', 'common']);
  const { route, key, pane } = usePlace();
  const scroller = useRef<HTMLDivElement>(null);
  const isMain = pane?.name === 'main';
  const isSide = pane?.name === 'side';
  const words = t(route.title);
  const name = title ?? words;

  useEffect(() => {
    if (isMain) document.title = [...new Set([name, words, 'Khara'])].join(' · ');
  }, [isMain, name, words]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || isSide) return undefined; // a ticket begins at its top
    const stop = restoreScroll(element, key);
    return () => {
      stop();
      rememberScroll(element, key);
    };
  }, [key, isSide]);

  const Heading = isMain ? 'h1' : 'h2';
  const Frame = isMain ? 'main' : 'div'; // a head outside of it would be a second banner
  return (
    <Frame className={cx(css.frame, ground === 'surface' && css.surface)} data-enter="none">
      {bar ?? (
        <header className={css.head}>
          {isMain && !route.tab && canGoBack() && <IconButton icon="back" label={t('common:back')} onClick={goBack} />}
          <div className={css.title}>
            <Heading>{name}</Heading>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          <div className={css.tools}>{tools}</div>
        </header>
      )}
      {isMain && bar === undefined && <ConnectionBanner />}
      {below}
      <div ref={scroller} className={cx(css.body, className)} data-scroller tabIndex={0}>
        {onRefresh && <Pulled scroller={scroller} onRefresh={onRefresh} />}
        {children}
      </div>
      {dock !== undefined && <footer className={css.dock}>{dock}</footer>}
    </Frame>
  );
}

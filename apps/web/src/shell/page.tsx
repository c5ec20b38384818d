import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { goBack } from './navigation.ts';
import css from './page.module.css';
import type { PageProps } from './page-props.ts';
import { Pulled } from './pulled.tsx';
import { usePlace } from './route-context.ts';
import { restoreScroll, rememberScroll } from './scroll.ts';
import { ConnectionBanner } from './connection-banner.tsx';

/** The frame of every page: in the column, or in a pane of the desk. */
export function Page(props: PageProps) {
  const Frame = usePlace().pane?.Frame ?? Column;
  return <Frame {...props} />;
}

/**
 * Navigation bar, connection banner, what scrolls, dock. The practice marker and the tab bar stand outside and stay.
 */
function Column({ title, subtitle, tools, bar, below, dock, onRefresh, ground, className, children }: PageProps) {
  const { t } = useTranslation(['nav', 'common']);
  const { route, key, direction } = usePlace();
  const scroller = useRef<HTMLElement>(null);
  const name = title ?? t(route.title);

  // The bar may name what the page is about; the document says what page it is, too.
  const words = t(route.title);
  useEffect(() => {
    document.title = [...new Set([name, words, 'Khara'])].join(' · ');
  }, [name, words]);

  // Reading goes on at the new page; without this a screen reader stays where the old one was.
  useEffect(() => {
    const element = scroller.current;
    if (direction === 'none' || !element) return;
    element.focus({ preventScroll: true });
    // No key has led here: a frame around the whole page is for who comes back to it by one.
    element.style.outline = 'none';
    element.addEventListener('blur', () => (element.style.outline = ''), { once: true });
  }, [direction]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const stop = restoreScroll(element, key);
    return () => {
      stop();
      rememberScroll(element, key);
    };
  }, [key]);

  return (
    <div className={cx(css.page, ground === 'surface' && css.surface)} data-enter={direction}>
      {bar ?? (
        <header className={css.nav}>
          {!route.tab && <IconButton icon="back" label={t('common:back')} onClick={goBack} />}
          <div className={cx(css.title, route.tab && css.root)}>
            <h1>{name}</h1>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          <div className={css.tools}>{tools}</div>
        </header>
      )}
      <ConnectionBanner />
      {below}
      {/* In the order of the keyboard: a page of text alone has nothing else by which it could be scrolled. */}
      <main ref={scroller} className={cx(css.body, className)} tabIndex={0} aria-label={name}>
        {onRefresh && <Pulled scroller={scroller} onRefresh={onRefresh} />}
        {children}
      </main>
      {dock !== undefined && <footer className={css.dock}>{dock}</footer>}
    </div>
  );
}

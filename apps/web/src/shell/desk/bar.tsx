import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { inRealMs, useMarketClock } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { dayWithTime, showCountdown, showMarketDate, showMarketSeconds } from '#lib/time.ts';
import { Mark } from '#ui/brand.tsx';
import { Icon } from '#ui/icons.tsx';
import { DayBar } from '../market-day/day-bar.tsx';
import { dayParts, timeOfDay } from '../market-day/day-parts.ts';
import { href, switchTab } from '../navigation.ts';
import { routeTable, type Route } from '../route-table.ts';
import { preload } from '../screen-loader.ts';
import { useMarketNow } from '../use-market-now.ts';
import css from './bar.module.css';

/** The five tabs, the market's day, and at its right what is given: indices before the clock, the inbox after it. */
export function Bar({
  tab,
  indices,
  inbox,
}: {
  readonly tab: Route | undefined;
  readonly indices: ReactNode;
  readonly inbox: ReactNode;
}) {
  const { t } = useTranslation('nav');
  const tabs = routeTable().routes.filter((route) => route.tab);
  return (
    <header className={css.bar} data-desk-bar>
      <Mark size={32} label="Khara" />
      <nav className={css.tabs} aria-label={t('main')}>
        {tabs.map((route, at) => (
          <a
            key={route.path}
            href={href(route.path)}
            className={css.tab}
            aria-current={route === tab ? 'page' : undefined}
            aria-keyshortcuts={`Alt+${at + 1}`}
            onPointerEnter={() => void preload(route)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return; // a new browser tab
              event.preventDefault();
              switchTab(route.path);
            }}
          >
            <Icon name={route === tab ? `${route.tab ?? 'home'}On` : (route.tab ?? 'home')} size={20} />
            <span>{t(route.title)}</span>
          </a>
        ))}
      </nav>
      {indices}
      <MarketClock />
      {inbox}
    </header>
  );
}

/**
 * The market's date and time, in how much real time comes what is next, and the parts of the day as far as
 * they are over.
 */
function MarketClock() {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const market = useMarketClock((clock) => clock.market);
  const fields = useMarketNow();
  if (!market || fields === undefined) return <div className={css.clock} />;
  const now = timeOfDay(fields);
  const parts = dayParts(market.marketDate, true);
  const next = parts.find(({ fromMs }) => fromMs > now);
  const left = next && inRealMs(market, next.fromMs - now);
  return (
    <div className={css.clock}>
      <p className={css.time}>
        <b>{dayWithTime(showMarketDate(fields, language), showMarketSeconds(fields), language)}</b>
        {next && left !== undefined && market.session !== 'halted' && (
          <span>{t(`next.${next.part}`, { time: showCountdown(left) })}</span>
        )}
      </p>
      <DayBar parts={parts} now={fields} />
    </div>
  );
}

import { addDays, isTradingDay, regularDates, weekday, type RegularDates } from '@khara/rules';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { AssumedDates } from '#shell/market-day/assumed-dates.tsx';
import { showFarDate } from '#features/waiting/trigger.ts';
import css from './baskets.module.css';

/** Weeks that are shown: a month wherever it begins. */
const WEEKS = 5;
const LOCALES = { en: 'en-GB', hi: 'hi-IN', 'zh-Hant': 'zh-Hant-TW', 'zh-Hans': 'zh-Hans-CN' } as const;

/**
 * The next dates of a regular purchase in their weeks, Monday first; days without a market are hatched. Needs
 * `session`, too.
 */
export function Month({ dates, from, times }: { dates: RegularDates; from: string; times: number }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const monday = addDays(from, -((weekday(from) + 6) % 7));
  const days = Array.from({ length: WEEKS * 7 }, (_day, at) => addDays(monday, at));
  const all = regularDates(dates);
  const due: string[] = [];
  for (let made = 0, day = all.next().value; made < times && day <= days.at(-1)!; made += 1, day = all.next().value)
    if (day >= from) due.push(day);
  const name = new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', weekday: 'narrow' });
  return (
    <>
      <div
        className={css.month}
        role="img"
        aria-label={t('nextDates', { dates: listed(...due.map((day) => showFarDate(day, language))) })}
      >
        {days.slice(0, 7).map((day) => (
          <i key={`head ${day}`}>{name.format(Date.parse(`${day}T00:00:00Z`))}</i>
        ))}
        {days.map((day) => (
          <i key={day} data-due={due.includes(day) || undefined} data-off={!isTradingDay(day) || undefined}>
            {Number(day.slice(8))}
          </i>
        ))}
      </div>
      <AssumedDates on={days.at(-1)} />
    </>
  );
}

import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { CalendarTabs } from '#features/company/calendar-tabs.tsx';
import css from '#features/company/company.module.css';
import { DayGroups } from '#features/company/day-groups.tsx';
import { detailsHref } from '#features/quotes/quote.ts';
import { useActionLine } from '#features/watching/action-lines.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { ListRow } from '#ui/row.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** Announcements change with the market day. */
const REFETCH_MS = 60_000;

/** Dividends, splits and what else companies have announced, by ex-date. */
export default function ActionCalendar() {
  const { t } = useTranslation('company');
  const actions = useCall('calendar', {}, { refetchMs: REFETCH_MS });
  const today = useMarketClock(({ market }) => market?.marketDate);
  const line = useActionLine();
  return (
    <Page below={<CalendarTabs value="calendar" />} onRefresh={actions.again}>
      <Answer of={actions} wait={<SkeletonRows rows={8} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty icon="calendar" title={t('noActions')} text={t('noActionsText')} />
          ) : (
            <>
              <p className={css.intro}>{t('actionsIntro')}</p>
              <DayGroups list={list} dayOf={({ exDate }) => exDate} today={today}>
                {(action) => (
                  <ListRow
                    key={action.id}
                    href={detailsHref(action.code)}
                    title={`${action.code} · ${action.name}`}
                    text={line(action)}
                  />
                )}
              </DayGroups>
            </>
          )
        }
      </Answer>
    </Page>
  );
}

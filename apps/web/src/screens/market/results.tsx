import type { Data } from '@khara/contract';
import { useCall } from '#api/use-call.ts';
import { CalendarTabs } from '#features/company/calendar-tabs.tsx';
import css from '#features/company/company.module.css';
import { DayGroups } from '#features/company/day-groups.tsx';
import { useQuarterWords } from '#features/company/use-quarter-words.ts';
import { detailsHref } from '#features/quotes/quote.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPercent, showPrice } from '#lib/number.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

type Result = Data<'results'>['list'][number];

/** Results change with the market day. */
const REFETCH_MS = 60_000;

/** When companies publish next, and what they published last. */
export default function ResultsDays() {
  const { t } = useTranslation('company');
  const results = useCall('results', {}, { refetchMs: REFETCH_MS });
  const today = results.data?.marketDate;
  return (
    <Page below={<CalendarTabs value="results" />} onRefresh={results.again}>
      <Answer of={results} wait={<SkeletonRows rows={8} />}>
        {({ list }) => {
          const published = list.filter(({ came }) => came !== null).toReversed();
          const ahead = list.filter(({ came }) => came === null);
          if (list.length === 0) return <Empty icon="calendar" title={t('noResults')} text={t('noResultsText')} />;
          return (
            <>
              <p className={css.intro}>{t('resultsIntro')}</p>
              {[ahead, published].map(
                (part, at) =>
                  part.length > 0 && (
                    <div key={at}>
                      <SectionHead title={t(at === 0 ? 'ahead' : 'wasPublished')}>
                        <span className={css.aside}>{t('profitCrores')}</span>
                      </SectionHead>
                      <DayGroups list={part} dayOf={({ on }) => on} today={today}>
                        {(result) => <ResultRow key={result.code} of={result} />}
                      </DayGroups>
                    </div>
                  ),
              )}
            </>
          );
        }}
      </Answer>
    </Page>
  );
}

function ResultRow({ of: { code, name, quarter, expected, came, surprise } }: { readonly of: Result }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const guess = t('expectedOf', { profit: showPrice(expected, language) });
  return (
    <ListRow
      href={`${detailsHref(code)}&tab=company`}
      title={code}
      text={`${name} · ${words.name(quarter)}`}
      value={came === null ? guess : showPrice(came, language)}
      valueText={came === null ? undefined : listed(guess, showPercent(surprise, language))}
    />
  );
}

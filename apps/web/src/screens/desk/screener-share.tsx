import type { Data } from '@khara/contract';
import { useState } from 'react';
import { useCall } from '#api/use-call.ts';
import panel from '#features/company/company.module.css';
import { QuarterChart } from '#features/company/quarter-chart.tsx';
import { moveOn } from '#features/company/result-day.ts';
import { useQuarterWords } from '#features/company/use-quarter-words.ts';
import { FIGURE_TERMS, type Screened } from '#features/screener/figures.ts';
import { Figure } from '#features/screener/screen-table.tsx';
import css from '#features/screener/screener.module.css';
import { chosenOf, foundBy, useScreen, useScreened } from '#features/screener/use-screen.ts';
import { Named } from '#features/terms/term.tsx';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPercent, showPrice } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { useSettled } from '#lib/use-settled.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Percent, Price } from '#ui/amount.tsx';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

const DETAILS = '/pages/market/details';
const SIX = ['pe', 'growth', 'debt', 'size', 'band', 'stage'] as const;
/** Market days in which the last result is. */
const DAYS = 100;

/** The right of the screener: what the chosen share's company is, before the share is opened. */
export default function ScreenerShare() {
  const { t } = useTranslation(['screener', 'desk']);
  const { answer, shares } = useScreened();
  const { screen, query } = useScreen();
  const code = chosenOf(query, foundBy(screen, shares));
  const row = shares.find(({ share }) => share.code === code);
  return (
    <Page
      title={row ? row.share.code : t('desk:chosenShare')}
      ground="surface"
      {...(row && {
        subtitle: listed(row.share.name, row.share.sector),
        dock: (
          <div className={css.dock}>
            <Button look="secondary" onClick={() => navigateTo(at(DETAILS, { code: row.share.code, tab: 'company' }))}>
              {t('company')}
            </Button>
            <Button onClick={() => navigateTo(at(DETAILS, { code: row.share.code }))}>{t('openShare')}</Button>
          </div>
        ),
      })}
    >
      <Answer of={answer} wait={<SkeletonRows rows={8} />}>
        {() => (row ? <Shown row={row} /> : <Empty inline icon="filter" title={t('noneChosen')} />)}
      </Answer>
    </Page>
  );
}

function Shown({ row }: { readonly row: Screened }) {
  const { t } = useTranslation('screener');
  const code = useSettled(row.share.code);
  const company = useCall('company', { code });
  return (
    <>
      <p className={css.shown}>
        <b>
          <Price value={row.share.price} />
        </b>
        <Percent value={row.share.changePercent} />
      </p>
      <dl className={css.six}>
        {SIX.map((name) => (
          <div key={name}>
            <dt>
              <Named name={FIGURE_TERMS[name]}>{t(`short.${name}`)}</Named>
            </dt>
            <dd>
              <Figure row={row} column={name} />
            </dd>
          </div>
        ))}
      </dl>
      <Answer
        of={{ ...company, data: code === row.share.code ? company.data : undefined }}
        wait={<SkeletonRows rows={4} />}
      >
        {(shown) => <Published key={code} code={code} company={shown} />}
      </Answer>
    </>
  );
}

/** Eight quarters, and how the last one compares with what was expected. */
function Published({ code, company }: { readonly code: string; readonly company: Data<'company'> }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const { quarters, business } = company;
  const last = quarters.at(-1);
  const [chosen, setChosen] = useState(last);
  const { data: days } = useCall('candles', { code, interval: '1d', limit: DAYS });
  if (!last || !chosen) return <Empty inline icon="chart" title={t('empty')} />;
  return (
    <div className={panel.panel}>
      <QuarterChart isBrief quarters={quarters} business={business} shown={chosen} onChoose={setChosen} />
      <section className={panel.block}>
        <SectionHead title={t('day.title', { quarter: words.name(last.quarter) })} />
        <div className={panel.rows}>
          <KeyValue label={t('expected')}>{showPrice(last.expected.profit, language)}</KeyValue>
          <KeyValue label={t('came')}>{showPrice(last.profitAndLoss.profit, language)}</KeyValue>
          <KeyValue label={<Named name="surprise">{t('difference')}</Named>}>
            {showPercent(last.surprise, language)}
          </KeyValue>
          <KeyValue label={listed(t('moveOfDay'), showMarketDate(last.publishedOn, language))}>
            <Percent value={days && moveOn(last.publishedOn, days.candles)} />
          </KeyValue>
        </div>
      </section>
    </div>
  );
}

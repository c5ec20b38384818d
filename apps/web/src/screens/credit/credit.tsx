import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { AppealSheet, mayAppeal } from '#features/credit/appeal-sheet.tsx';
import { CreditReport } from '#features/credit/credit-report.tsx';
import { EndedEvents } from '#features/credit/ended-events.tsx';
import { RuleTable } from '#features/credit/rule-table.tsx';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { showMoney } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './credit.module.css';

/** The score heals by itself while the page is looked at. */
const FOLLOW_MS = 5000;

/** The credit score with everything it is made of: rules, events, ways back, appeals, and its check on this phone. */
export default function Credit() {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const score = useCall('creditScore', {}, { staleMs: 0, refetchMs: FOLLOW_MS });
  const capital = useCall('totalCapital', {});
  const [appealing, setAppealing] = useState(false);
  return (
    <Page
      onRefresh={score.again}
      dock={
        score.data && mayAppeal(score.data) ? (
          <Button onClick={() => setAppealing(true)}>{t('appeal')}</Button>
        ) : undefined
      }
    >
      <Answer of={score} wait={<SkeletonRows rows={6} />}>
        {(data) => (
          <>
            <CreditReport report={data} owned={showMoney(capital.data?.totalAssets, language)} rulesBelow />
            <EndedEvents events={data.events} />
            <div className={css.rules}>
              <RuleTable rules={data.rules} />
            </div>
            <AppealSheet open={appealing} report={data} onClose={() => setAppealing(false)} />
          </>
        )}
      </Answer>
    </Page>
  );
}

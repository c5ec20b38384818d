import { useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { showMoney } from '#lib/number.ts';
import { AppealSheet, mayAppeal } from './appeal-sheet.tsx';
import { CreditReport } from './credit-report.tsx';
import { findCure, type CreditScore } from './recompute-score.ts';

type Props = {
  readonly report: CreditScore;
  readonly tools: ReactNode;
  readonly onRefresh: () => Promise<unknown>;
};

/** Where the reader can end an event now: its words and its page. */
const WAYS = {
  account: '/pages/wallet/bindcard/mycard',
  factor: '/pages/personal/security/index',
} as const;

/**
 * Instead of the withdrawal's form while the score is low: why, the way out now, when it opens by itself, and
 * an appeal.
 */
export function PausedWithdrawal({ report, tools, onRefresh }: Props) {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const { data } = useCall('totalCapital', {});
  const [appealing, setAppealing] = useState(false);
  const cures = new Set(report.events.flatMap(({ inForce, rule }) => (inForce ? [findCure(rule)] : [])));
  const way = (['factor', 'account'] as const).find((one) => cures.has(one));
  const appeal = mayAppeal(report);
  return (
    <Page
      tools={tools}
      onRefresh={onRefresh}
      dock={
        appeal || way ? (
          <>
            {appeal && (
              <Button look={way ? 'secondary' : 'primary'} onClick={() => setAppealing(true)}>
                {t('appeal')}
              </Button>
            )}
            {way && <Button onClick={() => navigateTo(WAYS[way])}>{t(way)}</Button>}
          </>
        ) : undefined
      }
    >
      <CreditReport report={report} owned={showMoney(data?.totalAssets, language)} />
      <AppealSheet open={appealing} report={report} onClose={() => setAppealing(false)} />
    </Page>
  );
}

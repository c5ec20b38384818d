import type { ClaimFault } from '@khara/proof';
import { useEffect } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Icon } from '#ui/icons.tsx';
import { showCount } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { showMoment } from '#lib/time.ts';
import { closeFinding, isOpen, markSeen, useFindings, type LogFinding } from './findings.ts';
import { saveEvidenceFile } from './save-evidence.ts';
import { followThisLog } from './verification.ts';
import css from './finding.module.css';

/** What each fault comes down to for its reader. */
type Kind = 'changed' | 'otherKey' | 'otherLog' | 'promise';
const KINDS: { readonly [fault in ClaimFault]?: Kind } = {
  log_shorter: 'changed',
  time_back: 'changed',
  not_consistent: 'changed',
  key_changed: 'otherKey',
  bad_signature: 'otherKey',
  receipt_not_signed: 'otherKey',
  signer_not_certified: 'otherKey',
  signer_retired: 'otherKey',
  other_log: 'otherLog',
};
const OF_RECEIPTS = ['promise_broken', 'receipt_not_signed', 'signer_not_certified', 'signer_retired'] as const;
const isOfReceipt = (fault: ClaimFault): fault is (typeof OF_RECEIPTS)[number] =>
  OF_RECEIPTS.some((one) => one === fault);
const faultKind = (fault: ClaimFault): Kind => KINDS[fault] ?? 'promise';

/**
 * What this device has found out about the log: what, what it means, what to keep and where to report it;
 * below it what was found before. Looking at it takes the marker away, and not the finding. Needs the
 * namespace `proof`.
 */
export default function FindingView() {
  const { t } = useTranslation(['finding', 'proof']);
  const findings = useFindings((state) => state.findings);
  const language = useLanguage();
  const here = useTexts('finding');
  const any = findings.length > 0;
  useEffect(() => {
    if (here && any) markSeen();
  }, [here, any]);
  if (!here || !any) return null;
  const closed = findings.filter((finding) => !isOpen(finding));
  return (
    <>
      {findings.filter(isOpen).map((finding) => (
        <Open key={finding.at} finding={finding} />
      ))}
      {closed.length > 0 && (
        <>
          <SectionHead title={t('earlier')} />
          <RowGroup>
            {closed.map(({ at, fault, file }) => (
              <ListRow
                key={at}
                icon="warn"
                title={t(`title.${faultKind(fault)}`)}
                text={`${t('earlierAt', { at: showMoment(at, language) })} · ${t('proof:getData')}`}
                onPress={() => saveEvidenceFile(file, at)}
              />
            ))}
          </RowGroup>
        </>
      )}
    </>
  );
}

function Open({ finding }: { readonly finding: LogFinding }) {
  const { t } = useTranslation(['finding', 'proof']);
  const language = useLanguage();
  const { at, fault, expected, came, saw, file } = finding;
  const kind = faultKind(fault);
  const what = isOfReceipt(fault) ? t(fault) : t(`proof:fault.${fault}`);
  return (
    <Card className={css.finding}>
      <div className={css.head}>
        <Icon name="warn" size={24} />
        <h2>{t(`title.${kind}`)}</h2>
      </div>
      <p>{t('foundAt', { time: showMoment(at, language) })}</p>
      <h3>{t('found')}</h3>
      <p>{what}</p>
      {saw && (
        <KeyValue label={t('saw')}>
          {t('sawText', { size: showCount(saw.size, language), time: showMoment(saw.timeMs, language) })}
        </KeyValue>
      )}
      <KeyValue label={t('proof:expected')}>{expected}</KeyValue>
      <KeyValue label={t('proof:came')}>{came}</KeyValue>
      <h3>{t('means')}</h3>
      <p>{t(`meaning.${kind}`)}</p>
      <h3>{t('keep')}</h3>
      <p>{t('keepText')}</p>
      <div className={css.actions}>
        <Button size="md" icon="statement" onClick={() => saveEvidenceFile(file, at)}>
          {t('proof:getData')}
        </Button>
      </div>
      <h3>{t('report')}</h3>
      <p>{t('reportText')}</p>
      <div className={css.actions}>
        <Button size="md" look="line" onClick={() => navigateTo('/pages/index/messages/index')}>
          {t('service')}
        </Button>
      </div>
      <p>{t('goOnText')}</p>
      <div className={css.actions}>
        <Button size="md" look="text" onClick={kind === 'promise' ? () => closeFinding(at) : followThisLog}>
          {t('goOn')}
        </Button>
      </div>
    </Card>
  );
}

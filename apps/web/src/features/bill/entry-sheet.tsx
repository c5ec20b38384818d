import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { LineProof } from '#features/proof/line-proof.tsx';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { copyText } from '#ui/copy.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showMarketDate, showMomentSeconds } from './show-dates.ts';
import type { BillEvent } from './by-day.ts';
import css from './entry-sheet.module.css';

/**
 * An entry of the statement in full: before, change, after, where it came from, and both its times. Needs the
 * namespaces `bill` and `proof`.
 */
export function EntrySheet({
  event,
  onClose,
}: {
  readonly event: BillEvent | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['bill', 'common']);
  const language = useLanguage();
  const [kept, setKept] = useState(event); // a closing sheet keeps its content
  useEffect(() => {
    if (event) setKept(event);
  }, [event]);
  const shown = kept?.line;
  return (
    <Sheet open={event !== undefined} onClose={onClose} title={shown ? t(`businessType.${shown.businessType}`) : ''}>
      {shown && (
        <>
          <p className={css.changed}>
            <Money value={shown.changedAmount} currency={shown.currency} sign="always" />
          </p>
          <p className={css.remark}>{shown.remark}</p>
          <KeyValue label={t('before')}>
            <Money value={kept.before} currency={shown.currency} />
          </KeyValue>
          <KeyValue label={t('changed')}>
            <Money value={shown.changedAmount} currency={shown.currency} sign="always" />
          </KeyValue>
          {kept.charges && (
            <KeyValue label={t('businessType.charges')}>
              <Money value={kept.charges.changedAmount} currency={shown.currency} sign="always" />
            </KeyValue>
          )}
          <KeyValue total label={t('after')}>
            <Money value={kept.after} currency={shown.currency} />
          </KeyValue>
          <hr className={css.line} />
          <KeyValue label={t('marketDate')}>{showMarketDate(shown.marketDate, language)}</KeyValue>
          <KeyValue label={t('realTime')}>{showMomentSeconds(shown.at, language)}</KeyValue>
          <KeyValue label={t('reference')}>
            <span className={css.copyable}>
              {shown.ref}
              <IconButton
                icon="copy"
                size={18}
                className={css.copy ?? ''}
                label={`${t('common:copy')} ${shown.ref}`}
                onClick={() => void copyText(shown.ref)}
              />
            </span>
          </KeyValue>
          <KeyValue label={t('entry')}>{shown.id}</KeyValue>
          <LineProof key={shown.id} id={shown.id} />
        </>
      )}
    </Sheet>
  );
}

import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { Note, SealRow } from '#ui/note.tsx';
import { Progress } from '#ui/progress.tsx';
import { TextButton } from '#ui/text-button.tsx';
import type { DayCheck } from './check-day.ts';
import css from './lab.module.css';

/**
 * What this device found of the whole day: gold only when all of it equals the signed log. A line, or a note
 * with what differs.
 */
export function DaySeal({
  check,
  checking,
  isRecorded,
  onAgain,
  onTrade,
}: {
  readonly check: DayCheck | undefined;
  readonly checking: number | undefined;
  /** The day of another installation: its log is named. */
  readonly isRecorded: boolean | undefined;
  readonly onAgain: () => void;
  /** Shows one trade of the day that was checked. */
  readonly onTrade: () => void;
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  if (checking !== undefined)
    return (
      <div className={css.checking}>
        <p className={css.small}>{t('checking')}</p>
        <Progress label={t('checking')} part={checking} tone="current" />
      </div>
    );
  if (!check) return null;
  if (check.is === 'same')
    return (
      <div className={css.sealed}>
        <div role="status">
          <SealRow
            title={t('sealed', { n: showCount(check.trades, language) })}
            text={isRecorded ? t('sealedElsewhere', { log: check.log }) : t('sealedText')}
          />
        </div>
        <TextButton onClick={onTrade}>{t('seeOne')}</TextButton>
      </div>
    );
  const isUnproved = check.is === 'unproved';
  return (
    <div className={css.seal} role={isUnproved ? 'status' : 'alert'}>
      <Note tone={isUnproved ? 'neutral' : 'warn'} className={isUnproved ? undefined : css.broken}>
        <b>{t(isUnproved ? 'unproved' : 'differs')}</b>
        <p>{t(isUnproved ? 'unprovedText' : 'differsText')}</p>
        {check.is === 'differs' && (
          <p className={css.hashes}>
            <code>{t('expected', { hash: `${check.what} ${check.expected}` })}</code>
            <code>{t('found', { hash: check.found })}</code>
          </p>
        )}
        <Button look="line" size="md" onClick={onAgain}>
          {t('loadAgain')}
        </Button>
      </Note>
    </div>
  );
}

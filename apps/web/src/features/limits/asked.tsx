import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { useLimitWords } from './limit-words.ts';
import css from './limits.module.css';

/** What was asked for and waits, with the way back. Needs `limits`. */
export function Asked({
  what,
  at,
  keep,
  onKeep,
}: {
  readonly what: string;
  /** When it was asked for. */
  readonly at: number;
  readonly keep: string;
  readonly onKeep: () => void;
}) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  return (
    <div className={css.asked}>
      <Icon name="clock" size={18} />
      <div>
        <b>{what}</b>
        <span>{t('askedAt', { at: words.showMoment(at) })}</span>
        <TextButton className={css.keep} onClick={onKeep}>
          {keep}
        </TextButton>
      </div>
    </div>
  );
}

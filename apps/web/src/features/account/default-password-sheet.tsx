import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './default-password-sheet.module.css';

type Props = {
  /** The six digits; undefined while there is nothing to show. */
  readonly password: string | undefined;
  readonly onChooseOwn: () => void;
  readonly onLater: () => void;
};

/**
 * Shows the transaction password that registration made, once. It has to be answered: closing by accident
 * would lose it.
 */
export function DefaultPasswordSheet({ password, onChooseOwn, onLater }: Props) {
  const { t } = useTranslation(['login', 'common']);
  const digits = [...(password ?? '')];
  return (
    <Sheet open={password !== undefined} onClose={onLater} title={t('ready')} dismissible={false}>
      <p className={css.lead}>{t('defaultIs')}</p>
      <p className={css.digits} role="img" aria-label={t('defaultPassword', { key: digits.join(' ') })}>
        {digits.map((digit, place) => (
          <b key={place}>{digit}</b>
        ))}
      </p>
      <div className={css.copy}>
        <TextButton onClick={() => void copyText(password ?? '')}>
          <Icon name="copy" size={18} />
          {t('common:copy')}
        </TextButton>
      </div>
      <Note>
        <Trans text={t('defaultOnce')} components={{ 1: <b /> }} />
      </Note>
      <div className={css.actions}>
        <Button onClick={onChooseOwn}>{t('chooseOwn')}</Button>
        <Button look="secondary" onClick={onLater}>
          {t('writtenDown')}
        </Button>
      </div>
    </Sheet>
  );
}

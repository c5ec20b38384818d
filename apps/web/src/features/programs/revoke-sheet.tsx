import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoment } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { ProgramKey } from './key-list.tsx';
import css from './programs.module.css';

/** Asks before a key is ended, with its name and its last use. */
export function RevokeSheet({
  of: key,
  busy,
  onClose,
  onRevoke,
}: {
  readonly of: ProgramKey | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onRevoke: (key: ProgramKey) => void;
}) {
  const { t } = useTranslation(['programs', 'common']);
  const language = useLanguage();
  return (
    <Sheet
      open={key !== undefined}
      onClose={onClose}
      title={t('revokeOf', { name: key?.name ?? '' })}
      dock={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button busy={busy} onClick={() => key && onRevoke(key)}>
            {t('revoke')}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t('revokeText')}</p>
      {key && key.lastUsedAt !== null && (
        <p className={css.text}>
          {t('lastUse', { at: showMoment(key.lastUsedAt, language), address: key.lastAddress ?? '' })}
        </p>
      )}
    </Sheet>
  );
}

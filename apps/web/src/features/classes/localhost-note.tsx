import { useTranslation } from '#i18n/use-translation.ts';
import { Trans } from '#i18n/trans.tsx';
import { Note } from '#ui/note.tsx';
import { isOfThisComputer } from './join-address.ts';
import css from './classes.module.css';

/** That phones cannot come in by this page's address, where it is one of this computer alone. Needs `classes`. */
export function LocalhostNote({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation('classes');
  if (!isOfThisComputer()) return null;
  return (
    <Note tone="warn" className={className}>
      <Trans text={t('localhost')} components={{ 1: <code className={css.option} /> }} />
    </Note>
  );
}

import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextButton } from '#ui/text-button.tsx';
import { Note } from '#ui/note.tsx';
import type { Draft } from './draft.ts';
import css from './limits.module.css';

/** What was saved when a limit had stopped it: filled in or deleted by its reader. Needs `limits`. */
export default function DraftNote({
  draft,
  onUse,
  onDrop,
}: {
  readonly draft: Draft;
  readonly onUse: () => void;
  readonly onDrop: () => void;
}) {
  const { t } = useTranslation('limits');
  const here = useTexts('limits');
  const { side, quantity, code } = draft;
  if (!here) return null;
  return (
    <Note icon="clock">
      {t('draftNote', { line: t(side === 'buy' ? 'buyLine' : 'sellLine', { quantity, code }) })}
      <div className={css.draft}>
        <TextButton onClick={onUse}>{t('draftUse')}</TextButton>
        <TextButton onClick={onDrop}>{t('draftDrop')}</TextButton>
      </div>
    </Note>
  );
}

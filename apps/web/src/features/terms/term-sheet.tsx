import type { Texts } from '@khara/texts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Sheet } from '#ui/sheet.tsx';
import css from './term.module.css';

export type TermName = keyof Texts['terms'];

/** What a term means. */
export default function TermSheet({
  name,
  open,
  onClose,
}: {
  readonly name: TermName;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('terms');
  if (!useTexts('terms')) return null;
  return (
    <Sheet open={open} onClose={onClose} title={t(`${name}.title`)}>
      <p className={css.text}>{t(`${name}.text`)}</p>
    </Sheet>
  );
}

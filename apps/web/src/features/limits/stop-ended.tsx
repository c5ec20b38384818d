import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';

/** Above the ticket that a limit had stopped, once it has ended. Needs `limits`. */
export default function StopEnded() {
  const { t } = useTranslation('limits');
  const here = useTexts('limits');
  return <div role="status">{here && <Note icon="check">{t('stopEnded')}</Note>}</div>;
}

import { useCall } from '#api/use-call.ts';
import css from '#features/assistants/assistants.module.css';
import { LetIn } from '#features/assistants/let-in.tsx';
import { LOOK_MS } from '#features/assistants/questions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Note } from '#ui/note.tsx';

/** The left of Assistants: who was let in, beside what they did. */
export default function AssistantsPane() {
  const { t } = useTranslation('assistants');
  const asked = useCall('assistants', undefined, { staleMs: 0, refetchMs: 6 * LOOK_MS });
  return (
    <Page ground="surface">
      <div className={css.page}>
        <LetIn of={asked} isOnDesk />
        <Note icon="shield">{t('never')}</Note>
      </div>
    </Page>
  );
}

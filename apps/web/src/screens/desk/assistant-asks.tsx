import css from '#features/assistants/assistants.module.css';
import { Questions } from '#features/assistants/questions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Note } from '#ui/note.tsx';

/** The right of Assistants: what one of them asks, beside what they did. */
export default function AssistantAsks() {
  const { t } = useTranslation('assistants');
  return (
    <Page title={t('rehearsal')} ground="surface">
      <div className={css.inPane}>
        <Questions none={<Note>{t('asksNothing')}</Note>} />
      </div>
    </Page>
  );
}

import { refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { Acts } from '#features/assistants/acts.tsx';
import css from '#features/assistants/assistants.module.css';
import { LetIn } from '#features/assistants/let-in.tsx';
import { LOOK_MS, Questions } from '#features/assistants/questions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';

const LESSON_PAGE = '/pages/personal/assistants/lesson';
const askAgain = async () => refresh(['assistants', 'assistantQuestions', 'assistantActs']);

/** Assistants that were let in, what they ask and what they did; on the desk panes beside it have the first two. */
export default function Assistants() {
  const { t } = useTranslation('assistants');
  const asked = useCall('assistants', undefined, { staleMs: 0, refetchMs: 6 * LOOK_MS });
  const isOnDesk = usePlace().pane !== undefined;
  return (
    <Page subtitle={t('place')} onRefresh={askAgain}>
      <div className={css.page}>
        {!isOnDesk && <Questions isHeaded />}
        {!isOnDesk && <LetIn of={asked} isOnDesk={false} />}
        {asked.data && <Connect />}
        {asked.data && asked.data.list.length > 0 && <Acts refetchMs={6 * LOOK_MS} />}
        <RowGroup>
          <ListRow icon="book" title={t('lesson')} text={t('lessonText')} href={href(LESSON_PAGE)} />
        </RowGroup>
        {!isOnDesk && <Note icon="shield">{t('never')}</Note>}
      </div>
    </Page>
  );
}

/** The address by which an assistant connects. */
function Connect() {
  const { t } = useTranslation('assistants');
  const address = `${location.origin}/mcp`;
  return (
    <Card className={css.question}>
      <p className={css.text}>{t('noneText')}</p>
      <code className={css.address}>
        {address.split(/(?<=\w[/.])/).map((part, at) => (
          <span key={at}>
            {part}
            <wbr />
          </span>
        ))}
      </code>
      <Button look="secondary" size="md" icon="copy" onClick={() => void copyText(address)}>
        {t('copy')}
      </Button>
    </Card>
  );
}

import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { Acts } from '#features/assistants/acts.tsx';
import css from '#features/assistants/assistants.module.css';
import { Connect, ConnectSheet } from '#features/assistants/connect.tsx';
import { Never } from '#features/assistants/never.tsx';
import { LetIn } from '#features/assistants/let-in.tsx';
import { OneAssistant } from '#features/assistants/one-assistant.tsx';
import { LOOK_MS, Questions } from '#features/assistants/questions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';

const LESSON_PAGE = '/pages/personal/assistants/lesson';
const askAgain = async () => refresh(['assistants', 'assistantQuestions', 'assistantActs']);

/**
 * Assistants that were let in, what they ask and what they did, or of one of them alone what it did; on the desk panes
 * beside it have the first two.
 */
export default function Assistants() {
  const { t } = useTranslation('assistants');
  const [query] = usePageQuery();
  const [isConnecting, setConnecting] = useState(false);
  const asked = useCall('assistants', undefined, { staleMs: 0, refetchMs: 6 * LOOK_MS });
  const isOnDesk = usePlace().pane?.hasSide === true;
  const list = asked.data?.list ?? [];
  const one = list.find(({ id }) => id === query.get('of'));
  if (one)
    return (
      <Page title={one.name} subtitle={t('place')} onRefresh={askAgain}>
        <div className={css.page}>
          {!isOnDesk && <Questions isHeaded />}
          <OneAssistant of={one} />
          <Acts of={one} refetchMs={6 * LOOK_MS} />
        </div>
      </Page>
    );
  return (
    <Page
      subtitle={t('place')}
      onRefresh={askAgain}
      {...(!isOnDesk &&
        list.length > 0 && { dock: <Button onClick={() => setConnecting(true)}>{t('connect')}</Button> })}
    >
      <div className={css.page}>
        {!isOnDesk && <Questions isHeaded />}
        {!isOnDesk && <LetIn of={asked} isOnDesk={false} />}
        {asked.data && list.length === 0 && (
          <Card>
            <Connect />
          </Card>
        )}
        {list.length > 0 && <Acts refetchMs={6 * LOOK_MS} />}
        <RowGroup>
          <ListRow icon="book" title={t('lesson')} text={t('lessonText')} href={href(LESSON_PAGE)} />
        </RowGroup>
        {!isOnDesk && <Never />}
      </div>
      <ConnectSheet open={isConnecting} onClose={() => setConnecting(false)} />
    </Page>
  );
}

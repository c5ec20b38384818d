import { useEffect, useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { serverNow } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { Acts } from '#features/assistants/acts.tsx';
import { AssistantList, type Assistant } from '#features/assistants/assistant-list.tsx';
import css from '#features/assistants/assistants.module.css';
import { rememberLetIn } from '#features/assistants/asked.ts';
import { LOOK_MS, Questions } from '#features/assistants/questions.tsx';
import { StillStand } from '#features/assistants/still-stand.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTime } from '#lib/time.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';

const LESSON_PAGE = '/pages/personal/assistants/lesson';
const askAgain = async () => refresh(['assistants', 'assistantQuestions', 'assistantActs']);

/** Assistants that were let in, what they ask and what they did. */
export default function Assistants() {
  const { t } = useTranslation('assistants');
  const asked = useCall('assistants', undefined, { staleMs: 0, refetchMs: 6 * LOOK_MS });
  const isOnDesk = usePlace().pane !== undefined; // where a pane beside this page has the questions
  const isAny = asked.data?.list.some(mayPause) === true;
  useEffect(() => {
    if (isAny) rememberLetIn();
  }, [isAny]);
  return (
    <Page subtitle={t('place')} onRefresh={askAgain}>
      <div className={css.page}>
        {!isOnDesk && <Questions isHeaded />}
        <Answer of={asked} wait={<SkeletonRows rows={3} />}>
          {({ list }) => (
            <>
              {isAny && <PauseAll of={list.filter(mayPause)} />}
              {list.length === 0 ? (
                <Empty inline icon="people" title={t('none')} text={t('noneText')} />
              ) : (
                <Listed assistants={list} />
              )}
              <Connect />
              {list.length > 0 && <Acts refetchMs={6 * LOOK_MS} />}
            </>
          )}
        </Answer>
        <RowGroup>
          <ListRow icon="book" title={t('lesson')} text={t('lessonText')} href={href(LESSON_PAGE)} />
        </RowGroup>
        <Note icon="shield">{t('never')}</Note>
      </div>
    </Page>
  );
}

/** A key for programs goes on: it may be in use elsewhere. */
const mayPause = ({ endedAt, expiresAt, isProgram }: Assistant): boolean =>
  !isProgram && endedAt === null && serverNow() < expiresAt;

/** Stops all of them with one tap, or lets them go on. */
function PauseAll({ of: assistants }: { readonly of: readonly Assistant[] }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const since = assistants.every(({ pausedAt }) => pausedAt !== null) ? assistants[0]?.pausedAt : undefined;
  const isPaused = since !== undefined && since !== null;
  const turn = async () => {
    setBusy(true);
    const result = await call('pauseAssistants', { paused: !isPaused });
    setBusy(false);
    if (!result.ok) toast(result.message, { urgent: true });
    refresh(['assistants', 'assistantQuestions']);
  };
  return (
    <Card className={css.question}>
      <h3 role="status">{isPaused ? t('allPaused', { at: showTime(since, language) }) : t('pauseAll')}</h3>
      <p className={css.text}>{t(isPaused ? 'allPausedText' : 'pauseText')}</p>
      <Button
        look={isPaused ? 'primary' : 'secondary'}
        size="md"
        icon={isPaused ? 'play' : 'pause'}
        busy={busy}
        onClick={() => void turn()}
      >
        {t(isPaused ? 'goOn' : 'pause')}
      </Button>
      {isPaused && <StillStand of={assistants} />}
    </Card>
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

function Listed({ assistants }: { readonly assistants: readonly Assistant[] }) {
  const { t } = useTranslation(['assistants', 'common']);
  const [ending, setEnding] = useState<Assistant>();
  const [busy, setBusy] = useState(false);
  const end = async ({ id }: Assistant) => {
    setBusy(true);
    const result = await call('endProgramKey', { id });
    setBusy(false);
    setEnding(undefined);
    toast(result.ok ? t('ended') : result.message, { urgent: !result.ok });
    refresh(['assistants', 'assistantQuestions']);
  };
  return (
    <>
      <AssistantList assistants={assistants} onEnd={setEnding} />
      <Sheet
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t('endOf', { name: ending?.name ?? '' })}
        dock={
          <>
            <Button look="secondary" onClick={() => setEnding(undefined)}>
              {t('common:cancel')}
            </Button>
            <Button busy={busy} onClick={() => ending && void end(ending)}>
              {t('end')}
            </Button>
          </>
        }
      >
        <p className={css.text}>{t('endText')}</p>
      </Sheet>
    </>
  );
}

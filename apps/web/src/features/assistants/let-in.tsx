import { useEffect, useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { useFeed } from '#api/feed.ts';
import { serverNow } from '#api/market-clock.ts';
import type { CallState } from '#api/use-call.ts';
import type { Data } from '@khara/contract';
import { isIgnored } from '#features/shortcuts/press.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTime } from '#lib/time.ts';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { AssistantList, type Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';
import { rememberLetIn } from './asked.ts';
import { StillStand } from './still-stand.tsx';

/** Assistants that were let in, with a pause for all and an end for each. Needs the namespace `orders`. */
export function LetIn({
  of: asked,
  isOnDesk,
}: {
  readonly of: CallState<Data<'assistants'>>;
  readonly isOnDesk: boolean;
}) {
  const { t } = useTranslation('assistants');
  const isAny = asked.data?.list.some(mayPause) === true;
  useEffect(() => {
    if (isAny) rememberLetIn();
  }, [isAny]);
  return (
    <Answer of={asked} wait={<SkeletonRows rows={3} />}>
      {({ list }) => (
        <>
          {isAny && <PauseAll of={list.filter(mayPause)} hasKey={isOnDesk} />}
          {list.length === 0 ? (
            <Empty inline icon="people" title={t('none')} text={t('noneText')} />
          ) : (
            <Listed assistants={list} />
          )}
        </>
      )}
    </Answer>
  );
}

/** A key for programs goes on: it may be in use elsewhere. */
const mayPause = ({ endedAt, expiresAt, isProgram }: Assistant): boolean =>
  !isProgram && endedAt === null && serverNow() < expiresAt;

/** Stops all of them with one tap, or lets them go on. On the desk the key P asks first. */
function PauseAll({ of: assistants, hasKey }: { readonly of: readonly Assistant[]; readonly hasKey: boolean }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const online = useFeed((feed) => feed.online);
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const since = assistants.every(({ pausedAt }) => pausedAt !== null) ? assistants[0]?.pausedAt : undefined;
  const isPaused = since !== undefined && since !== null;
  const turn = async () => {
    setBusy(true);
    const result = await call('pauseAssistants', { paused: !isPaused });
    setBusy(false);
    setAsked(false);
    if (!result.ok) toast(result.message, { urgent: true });
    refresh(['assistants', 'assistantQuestions']);
  };
  useEffect(() => {
    if (!hasKey || isPaused) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'p' && !isIgnored(event)) setAsked(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasKey, isPaused]);
  const text = isPaused ? 'allPausedText' : 'pauseText';
  return (
    <Card className={css.question}>
      <h3 role="status">{isPaused ? t('allPaused', { at: showTime(since, language) }) : t('pauseAll')}</h3>
      <p className={css.text}>{t(online ? text : 'needsLine')}</p>
      <Button
        look={isPaused ? 'primary' : 'secondary'}
        size="md"
        icon={isPaused ? 'play' : 'pause'}
        busy={busy}
        disabled={!online}
        aria-keyshortcuts={hasKey && !isPaused ? 'P' : undefined}
        onClick={() => void turn()}
      >
        {t(isPaused ? 'goOn' : 'pause')}
      </Button>
      {isPaused && <StillStand of={assistants} />}
      <Sheet
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('pauseAll')}
        dock={
          <Button icon="pause" busy={busy} disabled={!online} onClick={() => void turn()}>
            {t('pause')}
          </Button>
        }
      >
        <p className={css.text}>{t(online ? text : 'needsLine')}</p>
      </Sheet>
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

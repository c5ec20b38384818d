import { useEffect, useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { useFeed } from '#api/feed.ts';
import type { CallState } from '#api/use-call.ts';
import type { Data } from '@khara/contract';
import { isIgnored } from '#features/shortcuts/press.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTime } from '#lib/time.ts';
import { Answer } from '#ui/answer.tsx';
import { cx } from '#ui/class-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { IconTile } from '#ui/row-group.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { AssistantList, isGood, type Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';
import { rememberLetIn } from './asked.ts';
import { StillStand } from './still-stand.tsx';

/** Assistants that were let in, with a pause for all. Needs the namespace `orders`. */
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
            <Empty inline icon="assistant" title={t('none')} text={t('noneText')} />
          ) : (
            <AssistantList assistants={list} />
          )}
        </>
      )}
    </Answer>
  );
}

/** A key for programs goes on: it may be in use elsewhere. */
const mayPause = (assistant: Assistant): boolean => !assistant.isProgram && isGood(assistant);

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
    <>
      <Card pad={false} className={cx(css.pause, isPaused && css.paused)}>
        <IconTile icon="pause" />
        <div className={css.names} role="status">
          <b>{isPaused ? t('allPaused', { at: showTime(since, language) }) : t('pauseAll')}</b>
          <span className={css.small}>{t(online ? text : 'needsLine')}</span>
        </div>
        <Button
          look={isPaused ? 'primary' : 'secondary'}
          size="md"
          busy={busy}
          disabled={!online}
          aria-keyshortcuts={hasKey && !isPaused ? 'P' : undefined}
          onClick={() => void turn()}
        >
          {t(isPaused ? 'goOn' : 'pause')}
        </Button>
      </Card>
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
    </>
  );
}

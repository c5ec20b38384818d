import { useSignedIn } from '#api/session.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import { usePauseEnd } from './limit-words.ts';
import css from './limits.module.css';
import { useOwnLimits } from './use-own-limits.ts';

/** Says in a ticket that a pause is in force, before anything is typed. Needs no namespace: it waits for its own. */
export default function PauseNote() {
  const { t } = useTranslation('limits');
  const pauseEnd = usePauseEnd();
  const here = useTexts('limits');
  const { data } = useOwnLimits({ enabled: useSignedIn() });
  return (
    <div role="status">
      {here && data?.pause && (
        <Note icon="pause" className={css.inTicket}>
          {t('pausedLine', { when: pauseEnd(data.pause) })}
        </Note>
      )}
    </div>
  );
}

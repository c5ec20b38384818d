import { useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import css from './appeal-sheet.module.css';
import { showPoints } from './credit-report.tsx';
import type { CreditScore } from './recompute-score.ts';

type Props = { readonly open: boolean; readonly report: CreditScore; readonly onClose: () => void };

/** Whether there is an event that can be objected to now. */
export const mayAppeal = ({ events, appeal }: CreditScore): boolean =>
  events.some(({ id, inForce }) => inForce && appeal?.eventId !== id);

const MAX_LENGTH = 2000;

/** Objects to one event, in the reader's own words. Needs the namespaces `score`, `refusals` and `answers`. */
export function AppealSheet({ open, report, onClose }: Props) {
  const { t } = useTranslation(['score', 'refusals', 'answers']);
  const events = report.events.filter(({ id, inForce }) => inForce && report.appeal?.eventId !== id);
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = useId();
  const event = events.find((one) => one.id === chosen) ?? events[0];

  const send = async () => {
    if (!event || busy) return;
    if (text.trim() === '') return setError(t('refusals:appeal_text_required'));
    setBusy(true);
    const result = await call('creditAppeal', { eventId: event.id, text: text.trim() });
    setBusy(false);
    if (!result.ok) return setError(result.message);
    toast(t('answers:submittedForReview'));
    refresh(['creditScore']);
    setText('');
    return onClose();
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('appealTitle')}
      dock={
        <Button busy={busy} disabled={!event} onClick={() => void send()}>
          {t('appealSend')}
        </Button>
      }
    >
      <Note>{t('appealHint')}</Note>
      {events.length > 1 && (
        <fieldset className={css.events}>
          <legend>{t('appealWhich')}</legend>
          {events.map(({ id: eventId, explanation, points }) => (
            <label key={eventId}>
              <input type="radio" name={id} checked={eventId === event?.id} onChange={() => setChosen(eventId)} />
              <span>
                {explanation} ({showPoints(points)})
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {events.length === 1 && <p className={css.only}>{event?.explanation}</p>}
      <TextArea
        label={t('appealText')}
        rows={5}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        error={error}
      />
    </Sheet>
  );
}

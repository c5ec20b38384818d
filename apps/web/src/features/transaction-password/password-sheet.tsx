import { useContext, useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Failure } from '#api/failure.ts';
import { loadTexts } from '#i18n/index.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/choice.tsx';
import { CODE_LENGTH, CodeBoxes } from '#ui/code-boxes.tsx';
import { Icon } from '#ui/icons.tsx';
import { InSheet } from '#ui/in-sheet.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showTime } from '#lib/time.ts';
import { sentences } from '#i18n/joined.ts';
import css from './password-sheet.module.css';
import type { Request } from './password-request.ts';
import { chosenLast, keepChoice, REMEMBER_CHOICES, remember, type Remember } from './remembered.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** Reasons that are shown here, over the boxes; with any other the question is answered. */
const HERE = new Set([
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_required',
  'transaction_password_format',
]);

/** Repeats what is confirmed, takes six digits by its own keys or a keyboard, and sends itself with the sixth. */
export default function PasswordSheet({ open, request }: { readonly open: boolean; readonly request: Request }) {
  const { t } = useTranslation(['password', 'common']);
  const language = useLanguage();
  const inSheet = useContext(InSheet);
  const [here, setHere] = useState(false);
  const [digits, setDigits] = useState('');
  const [chosen, setChoice] = useState<Remember>(chosenLast);
  const choice = request.confirming.everyTime ? 'everyTime' : chosen;
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [forgotten, setForgotten] = useState(false);

  useEffect(() => {
    void loadTexts(['password']).then(() => setHere(true));
  }, [language]);
  useEffect(() => {
    setDigits('');
    setFailure(undefined);
    setForgotten(false);
    setBusy(false);
    setChoice(chosenLast());
  }, [request]);

  const send = async (password: string) => {
    setBusy(true);
    keepChoice(chosen);
    const kept = choice === 'everyTime' ? undefined : await remember(password, choice);
    const result = kept && !kept.ok ? kept : await request.run(choice === 'everyTime' ? password : undefined);
    setBusy(false);
    if (!result.ok && result.reason !== undefined && HERE.has(result.reason)) {
      setDigits('');
      setFailure(result);
      return;
    }
    request.settle(result);
  };

  const press = (key: string) => {
    if (busy) return;
    setFailure(undefined);
    const next = key === 'delete' ? digits.slice(0, -1) : (digits + key).slice(0, CODE_LENGTH);
    setDigits(next);
    if (next.length === CODE_LENGTH && digits.length < CODE_LENGTH) void send(next);
  };

  // A hardware keyboard types too, wherever the focus is in the sheet.
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (/^\d$/.test(event.key)) press(event.key);
      else if (event.key === 'Backspace') press('delete');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  if (!here) return null;
  const { title, text, amount, everyTime } = request.confirming;
  const question = (
    <>
      <div className={css.summary}>
        <span className={css.words}>
          <b>{title}</b>
          {text && <span>{text}</span>}
        </span>
        {amount !== undefined && (
          <span className={css.amount}>
            <b>{amount}</b>
            <span>{t('common:paperMoney')}</span>
          </span>
        )}
      </div>
      <CodeBoxes length={digits.length} wrong={failure !== undefined} label={t('entered', { n: digits.length })} />
      <p className={failure ? css.message : css.quiet} role="alert">
        {failure ? textOf(failure) : busy ? t('common:checking') : ' '}
      </p>
      <div className={css.remember}>
        {!everyTime && <span>{t('remember')}</span>}
        <button type="button" className={css.link} onClick={() => setForgotten(true)}>
          {t('forgot')}
        </button>
      </div>
      {forgotten && <p className={css.forgotten}>{t('forgotAnswer')}</p>}
      {!everyTime && (
        <Segmented
          label={t('remember')}
          options={REMEMBER_CHOICES.map((value) => ({ value, label: t(value) }))}
          value={choice}
          onChange={setChoice}
        />
      )}
      <div className={css.keys}>
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => press(key)}>
            {key}
          </button>
        ))}
        <span />
        <button type="button" onClick={() => press('0')}>
          0
        </button>
        <button type="button" className={css.delete} aria-label={t('delete')} onClick={() => press('delete')}>
          <Icon name="delete" />
        </button>
      </div>
    </>
  );
  // There is one sheet at a time: within one, the question takes the place of what asked it.
  if (inSheet) {
    return open ? (
      <section aria-label={t('title')}>
        <h3 className={css.title}>{t('title')}</h3>
        {question}
        <Button look="secondary" className={css.back} onClick={() => request.settle(undefined)}>
          {t('common:back')}
        </Button>
      </section>
    ) : null;
  }
  return (
    <Sheet open={open} onClose={() => request.settle(undefined)} title={t('title')}>
      {question}
    </Sheet>
  );

  function textOf({ message, details, reason }: Failure): string {
    const left = details?.['triesLeft'];
    const until = details?.['pausedUntil'];
    if (typeof left === 'number') return `${t('wrong')} ${t('triesLeft', { n: left })}`;
    if (reason === 'transaction_password_paused' && typeof until === 'number') {
      return sentences(message, t('pausedUntil', { time: showTime(until, language) }));
    }
    return message;
  }
}

import { useContext, useEffect, useState } from 'react';
import type { Failure } from '#api/failure.ts';
import { loadTexts } from '#i18n/index.ts';
import { sentences } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTime } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { CodeBoxes } from '#ui/code-boxes.tsx';
import { InSheet } from '#ui/in-sheet.ts';
import { Sheet } from '#ui/sheet.tsx';
import type { ConfirmationText, Request } from './password-request.ts';
import css from './password-sheet.module.css';
import { REMEMBER_CHOICES } from './remembered.ts';
import { usePasswordEntry, type PasswordEntry } from './use-password-entry.ts';
import { Icon } from '#ui/icons.tsx';
import keys from './password-keys.module.css';

/** An answer that takes longer is said to be missing. */
const LATE_MS = 5000;

/** Repeats what is confirmed, takes six digits by its own keys or a keyboard, and sends itself with the sixth. */
export default function PasswordSheet({ open, request }: { readonly open: boolean; readonly request: Request }) {
  const { t } = useTranslation(['password', 'common']);
  const language = useLanguage();
  const inSheet = useContext(InSheet);
  const [here, setHere] = useState(false);
  const entry = usePasswordEntry(request, open);

  useEffect(() => {
    void loadTexts(['password']).then(() => setHere(true));
  }, [language]);

  if (!here) return null;
  const question = <Question confirming={request.confirming} entry={entry} />;
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
}

function Question({ confirming, entry }: { readonly confirming: ConfirmationText; readonly entry: PasswordEntry }) {
  const { t } = useTranslation(['password', 'common']);
  const { everyTime } = confirming;
  const { entered, failure } = entry;
  const failureText = useFailureText();
  const isLate = useLate(entry.busy);
  return (
    <>
      <Summary confirming={confirming} />
      <CodeBoxes length={entered} wrong={failure !== undefined} label={t('entered', { n: entered })} />
      <p className={failure ? css.message : css.quiet} role="alert">
        {failure ? failureText(failure) : isLate ? t('late') : entry.busy ? t('common:checking') : ' '}
      </p>
      <div className={css.remember}>
        {!everyTime && <span>{t('remember')}</span>}
        <button type="button" className={css.link} onClick={entry.forget}>
          {t('forgot')}
        </button>
      </div>
      {entry.forgotten && <p className={css.forgotten}>{t('forgotAnswer')}</p>}
      {!everyTime && (
        <Segmented
          label={t('remember')}
          options={REMEMBER_CHOICES.map((value) => ({ value, label: t(value) }))}
          value={entry.choice}
          onChange={entry.setChoice}
        />
      )}
      <PasswordKeys onPress={entry.press} />
    </>
  );
}

function Summary({ confirming: { title, text, amount } }: { readonly confirming: ConfirmationText }) {
  const { t } = useTranslation(['password', 'common']);
  return (
    <div className={css.summary}>
      <span className={css.words}>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      {amount !== undefined && (
        <span className={css.amount}>
          <b>{amount}</b>
          <span>{t('paperMoney')}</span>
        </span>
      )}
    </div>
  );
}

/** Whether an answer is missing for long. */
function useLate(busy: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const waiting = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(waiting);
      setLate(false);
    };
  }, [busy]);
  return isLate;
}

/** Why it was not taken, with the tries that are left or when there are new ones. */
function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('password');
  const language = useLanguage();
  return ({ message, details, reason }) => {
    const left = details?.['triesLeft'];
    const until = details?.['pausedUntil'];
    if (typeof left === 'number') return `${t('wrong')} ${t('triesLeft', { n: left })}`;
    if (reason === 'transaction_password_paused' && typeof until === 'number') {
      return sentences(message, t('pausedUntil', { time: showTime(until, language) }));
    }
    return message;
  };
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Ten digits and a way back: a digit or `delete` is pressed. Needs the namespace `password`. */
function PasswordKeys({ onPress }: { readonly onPress: (key: string) => void }) {
  const { t } = useTranslation('password');
  return (
    <div className={keys.keys}>
      {KEYS.map((key) => (
        <button key={key} type="button" onClick={() => onPress(key)}>
          {key}
        </button>
      ))}
      <span />
      <button type="button" onClick={() => onPress('0')}>
        0
      </button>
      <button type="button" className={keys.delete} aria-label={t('delete')} onClick={() => onPress('delete')}>
        <Icon name="delete" />
      </button>
    </div>
  );
}

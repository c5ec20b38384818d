import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useSignedIn } from '#api/session.ts';
import { loginAddress } from '#shell/guard.ts';
import { navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showTime } from '#lib/time.ts';
import { sentences } from '#i18n/joined.ts';
import type { Offering } from './offering.ts';
import css from './offerings.module.css';

/**
 * The key of an offering that only the invited see. A right one opens the terms, for half an hour; five wrong
 * ones pause it. Needs `newStocks`, `refusals`.
 */
export function KeyEntry({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation(['newStocks', 'refusals']);
  const language = useLanguage();
  const signedIn = useSignedIn();
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  if (!signedIn) {
    const here = location.hash.slice(1);
    return (
      <Button size="md" look="secondary" className={css.gap} onClick={() => navigateTo(loginAddress(here))}>
        {t('logInForKey')}
      </Button>
    );
  }
  const check = async (): Promise<void> => {
    if (busy) return;
    const accessKey = key.trim();
    if (accessKey === '') return setError(t('refusals:access_key_required'));
    setBusy(true);
    const result = await call('checkAccessKey', { id: offering.id, accessKey });
    setBusy(false);
    if (result.ok) {
      setError(undefined);
      refresh(['newStocks', 'blockTrades']);
      return undefined;
    }
    const { triesLeft, pausedUntil } = result.details ?? {};
    if (typeof triesLeft === 'number') return setError(sentences(result.message, t('triesLeft', { n: triesLeft })));
    if (typeof pausedUntil === 'number') {
      return setError(sentences(result.message, t('pausedUntil', { time: showTime(pausedUntil, language) })));
    }
    return setError(result.message);
  };
  return (
    <form
      className={css.keyForm}
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Field
        label={t('accessKey')}
        placeholder={t('fromInvitation')}
        value={key}
        maxLength={64}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        hint={t('fiveWrong')}
        error={error}
        onChange={(event) => {
          setKey(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" size="md" look="secondary" busy={busy}>
        {t('checkKey')}
      </Button>
    </form>
  );
}

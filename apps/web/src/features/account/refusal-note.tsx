import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Note } from '#ui/note.tsx';
import { showCountdown, showTimeSeconds } from '#lib/time.ts';
import css from './account-form.module.css';
import type { RefusalNotice } from './refusal.ts';

/**
 * Why the form was not taken, above its button. After too many tries: when the next one is worth it, on the
 * reader's clock.
 */
export function RefusalNote({
  refusal,
  leftMs,
  children,
}: {
  readonly refusal: RefusalNotice | undefined;
  readonly leftMs: number;
  /** Another way, where there is one. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  if (!refusal) return null;
  return (
    <Note tone="warn" className={css.refusal ?? ''}>
      <p role="alert">{refusal.message}</p>
      {refusal.until !== undefined && !refusal.isTimed && leftMs > 0 && (
        <p>{t('tryAt', { time: showTimeSeconds(refusal.until, language), left: showCountdown(leftMs) })}</p>
      )}
      {children}
    </Note>
  );
}

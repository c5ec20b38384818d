import { useTranslation } from '#i18n/use-translation.ts';
import { Trans } from '#i18n/trans.tsx';
import css from './lesson.module.css';

/** Addresses of the sentences that name one. */
const ADDRESS = {
  stop: undefined,
  call: 'tel:1930',
  report: 'https://cybercrime.gov.in',
  check: 'https://siportal.sebi.gov.in/intermediary/sebi-check',
  handle: undefined,
  tell: undefined,
} as const;
const STEPS = ['stop', 'call', 'report', 'check', 'handle', 'tell'] as const;

/** What to do when money is asked for, or gone. In the lesson and on its sheet. */
export function WhatToDo() {
  const { t } = useTranslation('lesson');
  return (
    <ol className={css.steps}>
      {STEPS.map((step) => {
        const address = ADDRESS[step];
        const text = t(`result.steps.${step}`);
        return (
          <li key={step}>
            {address === undefined ? (
              text
            ) : (
              <Trans
                text={text}
                components={{
                  1: address.startsWith('tel:') ? (
                    <a href={address} />
                  ) : (
                    <a href={address} target="_blank" rel="noopener noreferrer" />
                  ),
                }}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

import type { Data } from '@khara/contract';
import { useEffect, useState } from 'react';
import { toFailure } from '#api/failure.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { say } from '#i18n/say.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showTime } from '#lib/time.ts';
import { Note, SealRow } from '#ui/note.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { checkAccounts, type AccountsCheck } from './check-accounts.ts';
import css from './company.module.css';

/**
 * Whether the figures are those of the signed log, computed here as soon as they are shown: gold only when they are.
 */
export function AccountsSeal({ quarters, sealed }: Pick<Data<'company'>, 'quarters' | 'sealed'>) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const [check, setCheck] = useState<AccountsCheck>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!sealed) return;
    let isShown = true;
    const show = (found: AccountsCheck): void => {
      if (isShown) setCheck(found);
    };
    void checkAccounts(quarters, sealed)
      .catch((error: unknown): AccountsCheck => ({
        is: 'unanswered',
        cause: toFailure(error)?.message ?? say('systemBusy'),
      }))
      .then(show);
    return () => {
      isShown = false;
    };
  }, [quarters, sealed, round]);
  if (!sealed) return null;
  if (!check || check.is === 'same')
    return (
      <div className={css.seal} role="status">
        <SealRow
          title={check ? t('seal.same', { n: showCount(check.line, language) }) : t('seal.checking')}
          text={check ? t('seal.sameText', { time: showTime(check.at, language) }) : t('seal.checkingText')}
        />
      </div>
    );
  const isWrong = check.is === 'differs';
  return (
    <div className={css.seal} role={isWrong ? 'alert' : 'status'}>
      <Note tone={isWrong ? 'warn' : 'neutral'} className={isWrong ? css.broken : undefined}>
        <b>{t(isWrong ? 'seal.differs' : 'seal.unproved')}</b>
        <p>
          {check.is === 'differs'
            ? t('seal.differsText')
            : check.is === 'unproved'
              ? t('seal.unprovedText')
              : check.cause}
        </p>
        {isWrong && (
          <p className={css.hashes}>
            <code>{t('seal.expected', { hash: check.expected })}</code>
            <code>{t('seal.found', { hash: check.found })}</code>
          </p>
        )}
        <TextButton
          onClick={() => {
            setCheck(undefined);
            setRound(round + 1);
          }}
        >
          {t('seal.again')}
        </TextButton>
      </Note>
    </div>
  );
}

import type { Data } from '@khara/contract';
import { useEffect, useState } from 'react';
import { toFailure } from '#api/failure.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { say } from '#i18n/say.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showTime } from '#lib/time.ts';
import { Note, SealRow } from '#ui/note.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { checkAccounts, type AccountsCheck } from './check-accounts.ts';
import css from './company.module.css';

/** What was found, and of which figures. */
type Checked = Pick<Data<'company'>, 'quarters'> & { readonly check: AccountsCheck };

/**
 * Whether the figures are those of the signed log, computed here as soon as they are shown: gold only when they are.
 */
export function AccountsSeal({
  code,
  quarters,
  sealed,
  again,
}: Pick<Data<'company'>, 'quarters' | 'sealed'> & {
  readonly code: string;
  /** Asks for the figures again. */
  readonly again: () => Promise<unknown>;
}) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const [checked, setChecked] = useState<Checked>();
  const check = checked?.quarters === quarters ? checked.check : undefined;
  const [round, setRound] = useState(0);
  const today = useMarketClock(({ market }) => market?.marketDate);
  useEffect(() => {
    let isShown = true;
    const show = (found: AccountsCheck): void => {
      if (isShown) setChecked({ quarters, check: found });
    };
    void checkAccounts(code, { quarters, sealed })
      .catch((error: unknown): AccountsCheck => ({
        is: 'unanswered',
        cause: toFailure(error)?.message ?? say('systemBusy'),
      }))
      .then(show);
    return () => {
      isShown = false;
    };
  }, [code, quarters, sealed, today, round]);
  // A page that stays open over the end of a market day shows what was published by the next one.
  const isOlder = check?.is === 'older';
  useEffect(() => {
    if (isOlder) void again();
  }, [isOlder, again]);
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
            : check.is === 'unanswered'
              ? check.cause
              : t(`seal.${check.is}Text`)}
        </p>
        {isWrong && (
          <p className={css.hashes}>
            <code>{t('seal.expected', { hash: check.expected })}</code>
            <code>{t('seal.found', { hash: check.found })}</code>
          </p>
        )}
        <TextButton
          onClick={() => {
            setChecked(undefined);
            setRound(round + 1);
            void again();
          }}
        >
          {t('seal.again')}
        </TextButton>
      </Note>
    </div>
  );
}

import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { Drawing, Plate } from './drawing.tsx';
import css from './drawing.module.css';
import { showRupees } from './figures.ts';
import { operatorAccount, shownBalance, STEPS, type Choices } from './story.ts';

const LOTTERY = ['lost', 'won'] as const;
const WITHDRAWAL = ['works', 'frozen'] as const;
const REASONS = ['tax', 'score', 'deposit'] as const;
const MAX_GAIN = 500;

/**
 * The operator's console of the reader's own story. Its four switches change one thing in the world: the small
 * drawing of the member's screen above them.
 */
export function OperatorConsole({ choices, onMove }: { readonly choices: Choices; readonly onMove: () => void }) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  const account = operatorAccount(choices);
  const [gain, setGain] = useState<number>(STEPS[STEPS.length - 1]?.gain ?? 0);
  const [lottery, setLottery] = useState<(typeof LOTTERY)[number]>('won');
  const [withdrawal, setWithdrawal] = useState<(typeof WITHDRAWAL)[number]>('frozen');
  const [reason, setReason] = useState<(typeof REASONS)[number]>('tax');
  const slider = useId();
  const percent = showNumber(gain, language, { sign: 'always', suffix: '%' });
  const moving =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      onMove();
    };
  return (
    <Drawing dark what={t('console.what')}>
      <div>
        <p className={css.saw}>{t('console.saw')}</p>
        <p className={css.who}>{t(account.own ? 'console.who' : 'console.whoElse')}</p>
      </div>
      <div className={css.plates}>
        <Plate label={t('console.paid')} value={showRupees(account.paid, language)} />
        <Plate label={t('console.got')} value={showRupees(account.got, language)} />
        <Plate label={t('console.shares')} value="0" />
      </div>
      <div role="status" className={css.watched}>
        <p className={css.saw}>{t('console.screen')}</p>
        <Drawing small what={t('console.screenWhat')}>
          <Plate
            label={t('story.balance')}
            value={showRupees(shownBalance(account.paid, gain), language)}
            note={percent}
          />
          <Plate label={t('console.lottery')} value={t(`console.${lottery}`)} />
          <Plate
            alarm={withdrawal === 'frozen'}
            label={t('console.withdrawal')}
            value={t(withdrawal === 'frozen' ? 'console.frozen' : 'console.sent')}
            {...(withdrawal === 'frozen' && { note: t(`console.reasons.${reason}`) })}
          />
        </Drawing>
      </div>
      <div className={css.switch}>
        <p className={css.line}>
          <label htmlFor={slider}>{t('console.price')}</label>
          <b>{percent}</b>
        </p>
        <input
          id={slider}
          className={css.slider}
          type="range"
          min={0}
          max={MAX_GAIN}
          value={gain}
          aria-valuetext={percent}
          onChange={(event) => moving(setGain)(Number(event.target.value))}
        />
      </div>
      <Switch legend={t('console.lottery')} options={LOTTERY} value={lottery} onChoose={moving(setLottery)}>
        {(option) => t(`console.${option}`)}
      </Switch>
      <Switch legend={t('console.withdrawal')} options={WITHDRAWAL} value={withdrawal} onChoose={moving(setWithdrawal)}>
        {(option) => t(`console.${option}`)}
      </Switch>
      <Switch legend={t('console.reason')} options={REASONS} value={reason} onChoose={moving(setReason)}>
        {(option) => t(`console.reasons.${option}`)}
      </Switch>
    </Drawing>
  );
}

/** One of a few, as radios of their own drawing. */
function Switch<T extends string>({
  legend,
  options,
  value,
  onChoose,
  children,
}: {
  readonly legend: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
  readonly children: (option: T) => ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className={css.switch}>
      <legend>{legend}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {children(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

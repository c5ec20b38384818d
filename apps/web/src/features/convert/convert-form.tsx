import { AmountInput } from '#features/money/amount-input.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { QuickPicks } from '#ui/choice.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { cx } from '#ui/class-names.ts';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import css from './convert-form.module.css';
import { Terms } from './terms.tsx';
import type { ConvertState } from './use-convert.ts';

type Props = { readonly form: ConvertState };

/** Which way and how much, and the terms of that. Needs `convert`. */
export function ConvertForm({ form }: Props) {
  return (
    <>
      <Amount form={form} />
      <Quote form={form} />
    </>
  );
}

function Amount({ form }: Props) {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const { from, amount, setAmount, available } = form;
  return (
    <section className={css.amount}>
      <Segmented
        label={t('direction')}
        options={[
          { value: 'INR', label: t('toUsdt') },
          { value: 'USDT', label: t('toInr') },
        ]}
        value={from}
        onChange={form.setFrom}
      />
      <div className={css.field}>
        <AmountInput
          label={t('pay')}
          currency={from}
          value={amount}
          onChange={setAmount}
          hint={t('availableNow', { amount: showMoney(available, language, { currency: from }) })}
          error={form.amountError}
        />
      </div>
      <div className={css.quick}>
        <QuickPicks
          label={t('pay')}
          options={[{ value: available ?? '0', label: t('everything') }]}
          value={amount}
          onPick={setAmount}
        />
      </div>
    </section>
  );
}

function Quote({ form: { terms, failure, outdated, current, isEmpty, askForTerms } }: Props) {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  return (
    <Answer
      of={{ data: terms, failure, again: askForTerms }}
      isPart
      wait={
        <Skeleton>
          <Card>
            <SkeletonBar height="120px" />
          </Card>
        </Skeleton>
      }
    >
      {(known) => (
        <>
          <Card className={cx((outdated || !current) && !isEmpty && css.old)}>
            <Terms terms={known} example={isEmpty} />
          </Card>
          <Note className={css.note}>{t('published', { date: showMarketDate(known.marketDate, language) })}</Note>
          <Note className={css.note}>{t('realTax')}</Note>
        </>
      )}
    </Answer>
  );
}

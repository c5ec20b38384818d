import { OutcomeHead } from '#features/money/outcome-head.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { at, goBack, redirectTo } from '#shell/navigation.ts';
import type { Currency } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './convert-sheet.module.css';
import { Terms } from './terms.tsx';
import { STATEMENT, type Conversion, type ConvertState } from './use-convert.ts';

/** Asks once more, with the terms; then says what was made of them. Needs `convert`. */
export function ConvertSheet({ form }: { readonly form: ConvertState }) {
  const { t } = useTranslation('convert');
  const { made, terms, lost, asking, setAsking } = form;
  return (
    <Sheet
      open={asking}
      onClose={() => (made ? goBack() : setAsking(false))}
      title={made ? t('done') : t('confirmTitle')}
      dock={
        form.password.asking ? undefined : made ? (
          <>
            <Button look="secondary" onClick={() => redirectTo(at(STATEMENT, { currency: made.to }))}>
              {t('statement')}
            </Button>
            <Button onClick={goBack}>{t('done')}</Button>
          </>
        ) : (
          <>
            <Button look="secondary" disabled={lost} onClick={() => setAsking(false)}>
              {t('back')}
            </Button>
            <Button busy={form.busy} onClick={() => void form.confirm()}>
              {t('confirm')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <Outcome made={made} />
      ) : (
        <>
          <div hidden={form.password.asking}>
            {lost && <p role="status">{t('checking')}</p>}
            {terms && <Terms terms={terms} example={false} />}
          </div>
          {form.password.sheet}
        </>
      )}
    </Sheet>
  );
}

function Outcome({ made }: { readonly made: Conversion }) {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const money = (value: string, currency: Currency) => showMoney(value, language, { currency });
  return (
    <>
      <OutcomeHead tone="up" icon="check" title={t('doneTitle', { amount: money(made.received, made.to) })} />
      <KeyValue label={t('given')}>{money(made.amount, made.from)}</KeyValue>
      <KeyValue label={t('rate')}>{t('rateOf', { rate: money(made.rate, 'INR') })}</KeyValue>
      <KeyValue label={t('spreadCost')}>{money(made.spreadCost, 'INR')}</KeyValue>
      {made.receipt && <p className={css.receipt}>{t('sealed')}</p>}
    </>
  );
}

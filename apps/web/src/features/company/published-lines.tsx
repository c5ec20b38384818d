import type { Data } from '@khara/contract';
import { Named, Term } from '#features/terms/term.tsx';
import type { TermName } from '#features/terms/term-sheet.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney, showNumber, showPrice } from '#lib/number.ts';
import { SectionHead } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import css from './company.module.css';
import { addAmounts, subtractAmounts, type Quarter } from './quarters.ts';
import { useQuarterWords } from './use-quarter-words.ts';

/* Every line that a company publishes of a quarter, but for its owners. */

/** Lines that lead from revenue to profit by being taken off. */
const TAKEN_OFF: ReadonlySet<string> = new Set(['expenses', 'depreciation', 'financeCost', 'tax']);

const LINE_TERMS: Readonly<Partial<Record<keyof Quarter['balance'], TermName>>> = {
  borrowings: 'borrowings',
  shareCapital: 'shareCapital',
  reserves: 'reserves',
};
const FLOW_TERMS: Readonly<Partial<Record<keyof Quarter['cashFlow'], TermName>>> = {
  operating: 'operatingCash',
  investing: 'investingCash',
  financing: 'financingCash',
};

type Props = { readonly of: Quarter };

/** Eight lines, from revenue to profit: what is taken off has a minus. Needs `company`. */
export function ProfitAndLoss({ of: { quarter, profitAndLoss }, business }: Props & Pick<Data<'company'>, 'business'>) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const lines = [
    ['revenue', t(`revenueBy.${business}`)],
    ['otherIncome', t('otherIncome')],
    ['expenses', t(`expensesBy.${business}`)],
    ['ebitda', t('ebitda')],
    ['depreciation', t('depreciation')],
    ['financeCost', t(`financeBy.${business}`)],
    ['tax', t('tax')],
    ['profit', t('profit')],
  ] as const;
  return (
    <div className={css.rows}>
      <Fold title={t('profitAndLoss', { quarter: words.name(quarter) })}>
        {lines.map(([name, label]) => (
          <KeyValue
            key={name}
            label={name === 'tax' ? label : <Term name={name}>{label}</Term>}
            total={name === 'ebitda' || name === 'profit'}
          >
            {showPrice(TAKEN_OFF.has(name) ? lessAmount(profitAndLoss[name]) : profitAndLoss[name], language)}
          </KeyValue>
        ))}
      </Fold>
    </div>
  );
}

/**
 * What the company owns, less what it owes, is what belongs to shareholders, in two lines and by share; then
 * where cash went.
 */
export function Balance({ of, now }: Props & { readonly now: Data<'company'>['ratios'] }) {
  const { quarter, balance, cashFlow } = of;
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const line = (name: keyof typeof balance, amount: string) => (
    <KeyValue key={name} label={<Named name={LINE_TERMS[name]}>{t(`lines.${name}`)}</Named>}>
      {showPrice(amount, language)}
    </KeyValue>
  );
  return (
    <section className={css.block}>
      <SectionHead title={t('balance', { quarter: words.name(quarter) })}>
        <span className={css.aside}>{t('crores')}</span>
      </SectionHead>
      <Parts of={of} />
      <div className={css.rows}>
        {(['cash', 'investments', 'fixedAssets', 'otherAssets'] as const).map((name) => line(name, balance[name]))}
        {(['borrowings', 'otherLiabilities'] as const).map((name) => line(name, lessAmount(balance[name])))}
        <KeyValue total label={<Term name="netWorth">{t('belongs')}</Term>}>
          {showPrice(addAmounts(balance.shareCapital, balance.reserves), language)}
        </KeyValue>
        {now && (
          <p className={css.since}>
            {t('bookValue', { value: showMoney(now.bookValue, language), shares: showCompact(now.shares, language) })}
          </p>
        )}
        {(['shareCapital', 'reserves'] as const).map((name) => line(name, balance[name]))}
        <Fold title={t('cashFlow', { quarter: words.name(quarter) })}>
          {(['operating', 'investing', 'financing', 'change'] as const).map((name) => (
            <KeyValue
              key={name}
              label={<Named name={FLOW_TERMS[name]}>{t(`flows.${name}`)}</Named>}
              total={name === 'change'}
            >
              {showPrice(cashFlow[name], language)}
            </KeyValue>
          ))}
        </Fold>
      </div>
    </section>
  );
}

/** Which part of what it owns belongs to shareholders; nothing where it owes more than it owns. */
function Parts({ of: { balance } }: Props) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const worth = Number(addAmounts(balance.shareCapital, balance.reserves));
  const owed = Number(addAmounts(balance.borrowings, balance.otherLiabilities));
  if (worth < 0 || owed < 0 || worth + owed === 0) return null;
  const part = Math.round((100 * worth) / (worth + owed));
  const percent = (whole: number): string => showNumber(whole, language, { suffix: '%' });
  return (
    <p className={css.parts} style={{ gridTemplateColumns: `${part}fr ${100 - part}fr` }}>
      <span>{t('parts.worth', { percent: percent(part) })}</span>
      <span>{t('parts.owed', { percent: percent(100 - part) })}</span>
    </p>
  );
}

const lessAmount = (amount: string): string => subtractAmounts('0', amount);

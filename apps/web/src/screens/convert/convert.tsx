import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';
import type { Data } from '@khara/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { mutate } from '#api/mutate.ts';
import { refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { AmountInput } from '#features/money/amount-input.tsx';
import { checkAmount } from '#features/money/amount-text.ts';
import { OutcomeHead } from '#features/money/outcome-head.tsx';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { at, goBack, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { type Currency } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { QuickPicks, Segmented } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Note } from '#ui/note.tsx';
import { showMoney, showPercent } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonBar, ErrorCard, Skeleton } from '#ui/states.tsx';
import { showMarketDate } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './convert.module.css';

type Conversion = Data<'convert'>;

/** A quote moves nothing: it has no id of its own to be known again by. */
const QUOTE_ID = 'only-a-quote';
/** Of what a quote is asked for while nothing is typed. */
const EXAMPLE = { INR: '1000', USDT: '1' } as const;
/** The least that the desk changes. */
const LEAST = { INR: '1.00', USDT: '0.010000' } as const;
const TYPING_MS = 250;
const QUOTE_MS = 15_000;

/** Changes rupees into USDT and back: the published rate and what its spread costs, then the amount, then once more. */
export default function Convert() {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const from: Currency = query.get('from') === 'USDT' ? 'USDT' : 'INR';
  const to: Currency = from === 'INR' ? 'USDT' : 'INR';
  const wallets = useCall('wallets', {}, { staleMs: 0 });
  const available = wallets.data?.find(({ currency }) => currency === from)?.available;

  const [amount, setAmount] = useState('');
  const [refused, setRefused] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Conversion>();
  const [lost, setLost] = useState(false);

  const decimals = DECIMALS[from];
  const money = (value: string | undefined, currency: Currency) => showMoney(value, language, { currency });
  const units = parseDecimal(amount.replace(/\.$/, ''), decimals);
  const problem = checkAmount(amount, { min: LEAST[from], max: available ?? LEAST[from], decimals });
  const words = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('enterAmount'),
    above: () => t('notEnough'),
  };
  const error = refused ?? (problem === 'decimals' || problem === 'above' ? words[problem]() : undefined);

  const wanted = useSettled(units === undefined || units === 0n ? EXAMPLE[from] : showDecimal(units, decimals));
  const quote = useCall(
    'convert',
    { from, to, amount: wanted, quoteOnly: true, requestId: QUOTE_ID },
    { keep: true, staleMs: 0, refetchMs: QUOTE_MS },
  );
  const terms = quote.data?.from === from ? quote.data : undefined;
  const current = terms !== undefined && units !== undefined && parseDecimal(terms.amount, decimals) === units;

  useLostAnswer('convert', lost, (done) => {
    setLost(false);
    setAsking(false);
    if (done) redirectTo(at('/pages/personal/bill/index', { currency: to }));
    else toast(t('notDone'), { urgent: true });
  });

  const typed = (value: string) => {
    setRefused(undefined);
    setAmount(value);
  };

  async function confirm() {
    if (!terms || !current || busy) return;
    setBusy(true);
    const result = await mutate('convert', { from, to, amount: terms.amount, rate: terms.rate });
    setBusy(false);
    refresh(AFTER_MONEY);
    if (result.ok) return setMade(result.data);
    if (result.outcomeUnknown) return setLost(true); // the button goes on saying so
    setAsking(false);
    setRefused(result.reason === 'rate_moved' ? t('rateMoved') : result.message);
    return void quote.again();
  }

  return (
    <Page
      onRefresh={() => Promise.all([wallets.again(), quote.again()])}
      dock={
        <Button disabled={problem !== undefined || !current} onClick={() => setAsking(true)}>
          {problem ? words[problem]() : t('submit', { amount: money(terms?.amount, from) })}
        </Button>
      }
    >
      <section className={css.amount}>
        <Segmented
          label={t('direction')}
          options={[
            { value: 'INR', label: t('toUsdt') },
            { value: 'USDT', label: t('toInr') },
          ]}
          value={from}
          onChange={(value) => {
            typed('');
            change({ from: value });
          }}
        />
        <div className={css.field}>
          <AmountInput
            label={t('pay')}
            currency={from}
            value={amount}
            onChange={typed}
            hint={t('availableNow', { amount: money(available, from) })}
            error={error}
          />
        </div>
        <div className={css.quick}>
          <QuickPicks
            label={t('pay')}
            options={[{ value: available ?? '0', label: t('everything') }]}
            value={amount}
            onPick={typed}
          />
        </div>
      </section>
      {terms ? (
        <>
          <Card className={cx((quote.outdated || !current) && problem !== 'missing' && css.old)}>
            <Terms terms={terms} example={problem === 'missing'} />
          </Card>
          <Note className={css.note}>{t('published', { date: showMarketDate(terms.marketDate, language) })}</Note>
        </>
      ) : quote.failure ? (
        <ErrorCard cause={quote.failure.message} onRetry={() => void quote.again()} />
      ) : (
        <Skeleton>
          <Card>
            <SkeletonBar height="120px" />
          </Card>
        </Skeleton>
      )}
      <Sheet
        open={asking}
        onClose={() => (made ? goBack() : setAsking(false))}
        title={made ? t('done') : t('confirmTitle')}
        dock={
          made ? (
            <>
              <Button
                look="secondary"
                onClick={() => redirectTo(at('/pages/personal/bill/index', { currency: made.to }))}
              >
                {t('statement')}
              </Button>
              <Button onClick={goBack}>{t('done')}</Button>
            </>
          ) : (
            <>
              <Button look="secondary" disabled={lost} onClick={() => setAsking(false)}>
                {t('back')}
              </Button>
              <Button busy={busy || lost} onClick={() => void confirm()}>
                {t('confirm')}
              </Button>
            </>
          )
        }
      >
        {made ? (
          <>
            <OutcomeHead tone="up" icon="check" title={t('doneTitle', { amount: money(made.received, made.to) })} />
            <KeyValue label={t('given')}>{money(made.amount, made.from)}</KeyValue>
            <KeyValue label={t('rate')}>{t('rateOf', { rate: money(made.rate, 'INR') })}</KeyValue>
            <KeyValue label={t('spreadCost')}>{money(made.spreadCost, 'INR')}</KeyValue>
            {made.receipt && <p className={css.receipt}>{t('sealed')}</p>}
          </>
        ) : (
          <>
            {lost && <p role="status">{t('checking')}</p>}
            {terms && <Terms terms={terms} example={false} />}
          </>
        )}
      </Sheet>
    </Page>
  );
}

/** What is given and received, the rate applied beside the middle one, and what their difference costs. */
function Terms({ terms, example }: { readonly terms: Conversion; readonly example: boolean }) {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const money = (value: string, currency: Currency) => showMoney(value, language, { currency });
  return (
    <>
      {!example && (
        <>
          <KeyValue label={t('pay')}>{money(terms.amount, terms.from)}</KeyValue>
          <KeyValue total label={t('receive')}>
            {money(terms.received, terms.to)}
          </KeyValue>
        </>
      )}
      <KeyValue label={t('rate')}>{t('rateOf', { rate: money(terms.rate, 'INR') })}</KeyValue>
      <KeyValue label={t('middle')}>{money(terms.middleRate, 'INR')}</KeyValue>
      <KeyValue label={t('spread')}>{showPercent(terms.spreadPercent, language, 'negative')}</KeyValue>
      {!example && <KeyValue label={t('spreadCost')}>{money(terms.spreadCost, 'INR')}</KeyValue>}
    </>
  );
}

/** A value once it has not changed for a moment: what is still typed is not asked about. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

import { breakEvenSell, chargesFor } from '@khara/charges';
import { rupees } from '@khara/money';
import { useState } from 'react';
import { useMarketClock } from '#api/market-clock.ts';
import css from '#features/assistants/assistants.module.css';
import { ASSISTANTS_PAGE } from '#features/assistants/asked.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';

/** What the assistant of the lesson rehearses: shares, what the book fills of them at once, and the price in paise. */
const REHEARSALS = [
  { what: 'quantity', quantity: 50, filled: 50, pricePaise: 1325_00n },
  { what: 'book', quantity: 200, filled: 40, pricePaise: 1325_00n },
  { what: 'reason', quantity: 30, filled: 30, pricePaise: 1325_00n },
  { what: 'charges', quantity: 1, filled: 1, pricePaise: 180_00n },
] as const;
const CODE = 'AAMRAI';
const TICK_PAISE = 5n;

/** What a rehearsal costs and where it breaks even, by the day’s rates. */
function costOf({ quantity, pricePaise }: (typeof REHEARSALS)[number], day: string) {
  const terms = { plan: 'plan_a', day, product: 'delivery' } as const;
  const valuePaise = BigInt(quantity) * pricePaise;
  return {
    value: valuePaise,
    charges: chargesFor({ ...terms, side: 'buy', valuePaise }).total,
    breakEven: breakEvenSell({ ...terms, quantity, buyPricePaise: pricePaise, tickPaise: TICK_PAISE }),
  };
}

/** What an assistant can get wrong: four rehearsals, each answered before it says what was wrong. */
export default function AssistantLesson() {
  const { t } = useTranslation(['assistantLesson', 'assistants', 'orders']);
  const language = useLanguage();
  const day = useMarketClock((clock) => clock.market?.marketDate);
  const [at, setAt] = useState(0);
  const [answer, setAnswer] = useState<'place' | 'notNow'>();
  const rehearsal = REHEARSALS[at]!; // there is one for each step
  const { what, quantity, filled, pricePaise } = rehearsal;
  const cost = day === undefined ? undefined : costOf(rehearsal, day);
  const money = (paise: bigint) => showMoney(rupees(paise), language);
  const price = showPrice(rupees(pricePaise), language);
  const goOn = (): void => {
    if (at === REHEARSALS.length - 1) return navigateTo(ASSISTANTS_PAGE);
    setAt(at + 1);
    return setAnswer(undefined);
  };
  return (
    <Page
      subtitle={t('about')}
      dock={
        answer === undefined ? (
          <>
            <Button look="secondary" onClick={() => setAnswer('notNow')}>
              {t('assistants:notNow')}
            </Button>
            <Button look="secondary" onClick={() => setAnswer('place')}>
              {t('orders:side.buy')}
            </Button>
          </>
        ) : (
          <Button onClick={goOn}>{t(at === REHEARSALS.length - 1 ? 'done' : 'next')}</Button>
        )
      }
    >
      <div className={css.page}>
        <Card className={css.question}>
          <p className={css.text}>{t('step', { n: at + 1 })}</p>
          <KeyValue label={t('said')}>
            <q>{t(`${what}.said`)}</q>
          </KeyValue>
          <h3>
            {t('orders:side.buy')} {showCount(quantity, language)} {CODE} · {price}
          </h3>
          <KeyValue label={t('does')}>
            {t('fills', { filled: showCount(filled, language), quantity: showCount(quantity, language), price })}
          </KeyValue>
          {cost && (
            <div>
              <KeyValue label={t('assistants:value')}>{money(cost.value)}</KeyValue>
              <KeyValue label={t('assistants:charges')}>{money(cost.charges)}</KeyValue>
              <KeyValue label={t('assistants:breakEven')}>{showPrice(rupees(cost.breakEven), language)}</KeyValue>
              <KeyValue label={t('assistants:total')} total>
                {money(cost.value + cost.charges)}
              </KeyValue>
            </div>
          )}
          <p className={css.text}>{t('assistants:why', { why: t(`${what}.its`) })}</p>
          {answer === undefined && <p>{t('ask')}</p>}
        </Card>
        <div aria-live="polite">
          {answer && (
            <Card className={css.question}>
              <p className={css.text}>{t(`answered.${answer}`)}</p>
              <h3>{t(`${what}.title`)}</h3>
              <p>{t(`${what}.text`)}</p>
            </Card>
          )}
        </div>
        <Note>{t('figures')}</Note>
      </div>
    </Page>
  );
}

import type { Data } from '@khara/contract';
import { useState, type RefObject } from 'react';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useNow } from '#features/money/use-now.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { SwipeToConfirm } from '#ui/swipe-to-confirm.tsx';
import { toast } from '#ui/toast.ts';
import css from './assistants.module.css';
import { LimitsMet } from './limits-met.tsx';
import { WouldHappen } from './would-happen.tsx';

export type Question = Data<'assistantQuestions'>['list'][number];

/** Places or declines, and says what came of it. */
export async function answerQuestion(id: string, place: boolean, words: string): Promise<void> {
  const result = await call('answerAssistant', { id, place });
  toast(result.ok ? words : result.message, { urgent: !result.ok });
  refresh(['assistantQuestions', 'assistants', 'assistantActs', 'orders']);
}

/** "Buy 20 AMBUDHI". */
export function useAction(): (question: Pick<Question, 'side' | 'quantity' | 'code'>) => string {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  return ({ side, quantity, code }) => `${t(`side.${side}`)} ${showCount(quantity, language)} ${code}`;
}

/** An order that an assistant would place: what it costs now, and the member's answer. Needs the namespace `orders`. */
export function QuestionView({
  of: question,
  heading,
}: {
  readonly of: Question;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
}) {
  const { t } = useTranslation(['assistants', 'orders']);
  const language = useLanguage();
  const asAction = useAction();
  const now = useNow(1000);
  const [busy, setBusy] = useState(false);
  const { id, name, side, code, type, product, validity, quantity, price, triggerPrice, why, until } = question;
  const preview = useCall('previewOrder', {
    side,
    code,
    type,
    product,
    validity,
    quantity,
    ...(price !== null && { price }),
    ...(triggerPrice !== null && { triggerPrice }),
  });
  const assistants = useCall('assistants', undefined, { staleMs: 0 });
  const day = assistants.data?.list.find((one) => one.id === question.assistant)?.day;
  if (now >= until) return <p className={css.text}>{t('moved')}</p>;

  const answer = async (place: boolean) => {
    setBusy(true);
    await answerQuestion(id, place, t(place ? 'placed' : 'declined'));
    setBusy(false);
  };
  const action = asAction(question);
  const shown = preview.data;
  return (
    <div className={css.question}>
      <div className={css.head}>
        <p className={css.text}>{t('asksFor', { name })}</p>
        <span className={css.good}>
          <Countdown left={until - now} label={(time) => t('goodFor', { time })} />
        </span>
      </div>
      <h3 {...(heading && { ref: heading, tabIndex: -1 })}>
        {price === null ? action : listed(action, showPrice(price, language))}
      </h3>
      <p className={css.text}>
        {t(`orders:type.${type}`)} · {t(`orders:product.${product}`)}
      </p>
      {shown && (
        <>
          <h4>{t('happens.title')}</h4>
          <WouldHappen of={shown.expectedFill} side={side} isStop={triggerPrice !== null} />
          <div>
            <h4>{t('costs')}</h4>
            <KeyValue label={t('value')}>{showMoney(shown.value, language)}</KeyValue>
            <KeyValue label={t('charges')}>{showMoney(shown.charges.total, language)}</KeyValue>
            {shown.breakEven !== null && (
              <KeyValue label={t('breakEven')}>{showPrice(shown.breakEven, language)}</KeyValue>
            )}
            <KeyValue label={t('total')} total>
              {showMoney(shown.total, language)}
            </KeyValue>
          </div>
          <LimitsMet day={day} value={shown.value} />
        </>
      )}
      {why !== null && <p className={css.text}>{t('why', { why })}</p>}
      <SwipeToConfirm
        tone={side}
        label={action}
        action={action}
        summary={shown && showMoney(shown.total, language)}
        busy={busy}
        onConfirm={() => void answer(true)}
      />
      <Button look="secondary" disabled={busy} onClick={() => void answer(false)}>
        {t('notNow')}
      </Button>
    </div>
  );
}

import { indiaFields } from '#api/market-clock.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketMoment } from '#lib/time.ts';
import { Tag } from '#ui/choice.tsx';
import { PriceLine } from './price-line.tsx';
import { triggerOutcome, showFarDate, type Outcome, type Trigger } from './trigger.ts';
import css from './waiting.module.css';

const TRIGGER_FORM = '/pages/personal/waiting/trigger';
const ORDERS = '/pages/personal/transaction/index';

const TONES: Readonly<Partial<Record<Outcome, 'up' | 'warn' | 'accent'>>> = {
  filled: 'up',
  partly: 'warn',
  notFilled: 'warn',
  failed: 'warn',
  adjusted: 'accent',
  fired: 'accent',
};

/** A trigger as a sentence, and where the price is from it; or what became of it. Needs `waiting` and `refusals`. */
export function TriggerRow({ trigger }: { readonly trigger: Trigger }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const outcome = triggerOutcome(trigger);
  const isWaiting = trigger.state === 'waiting';
  const isPair = trigger.legs.length === 2;
  const tag =
    outcome === 'waiting' ? (
      isPair ? (
        <Tag tone="accent">{t('pair')}</Tag>
      ) : (
        <Tag>{t('until', { date: showFarDate(trigger.expiresOn, language) })}</Tag>
      )
    ) : (
      <Tag tone={TONES[outcome] ?? 'neutral'}>{t(outcome)}</Tag>
    );
  const inside = (
    <>
      <span className={css.top}>
        <span className={css.side} data-side={trigger.side} title={t(trigger.side)}>
          {t(trigger.side).slice(0, 1)}
        </span>
        <b>{trigger.code}</b>
        {tag}
      </span>
      <span className={css.words}>{isWaiting ? <Sentence trigger={trigger} /> : <Became trigger={trigger} />}</span>
      {isWaiting && (
        <PriceLine
          code={trigger.code}
          marks={trigger.legs.map(({ triggerPrice }, leg) => {
            const price = showPrice(triggerPrice, language);
            return { price: triggerPrice, text: isPair ? t(leg === 0 ? 'stopAt' : 'targetAt', { price }) : price };
          })}
        />
      )}
    </>
  );
  if (isWaiting)
    return (
      <a className={css.row} data-arrows href={href(at(TRIGGER_FORM, { id: trigger.id }))}>
        {inside}
      </a>
    );
  return (
    <div className={css.row} data-arrows>
      {inside}
      <span className={css.links}>
        {trigger.order && <a href={href(at(ORDERS, { tab: 'orders', order: trigger.order.id }))}>{t('story')}</a>}
        {outcome !== 'filled' && outcome !== 'fired' && outcome !== 'firing' && (
          <a href={href(at(TRIGGER_FORM, { again: trigger.id }))}>{t('again')}</a>
        )}
      </span>
    </div>
  );
}

function Sentence({ trigger }: { readonly trigger: Trigger }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const [first, second] = trigger.legs;
  const quantity = showCount(trigger.quantity, language);
  const strong = { 1: <b />, 2: <b />, 3: <b /> };
  if (second) {
    const words = {
      stop: showPrice(first?.triggerPrice, language),
      target: showPrice(second.triggerPrice, language),
      quantity,
    };
    return <Trans text={t(trigger.side === 'buy' ? 'buyPair' : 'sellPair', words)} components={strong} />;
  }
  const key = `${trigger.side}${first?.condition === 'below' ? 'Below' : 'Above'}` as const;
  const words = {
    trigger: showPrice(first?.triggerPrice, language),
    price: showPrice(first?.price, language),
    quantity,
  };
  return <Trans text={t(key, words)} components={strong} />;
}

/** What became of one that waits no more. */
function Became({ trigger }: { readonly trigger: Trigger }) {
  const { t } = useTranslation(['waiting', 'refusals']);
  const language = useLanguage();
  const { state, order, reason, firedMarketTime, firedLeg } = trigger;
  const moment = firedMarketTime === null ? '' : showMarketMoment(indiaFields(firedMarketTime), language);
  const price = showPrice(firedLeg === null ? null : trigger.legs[firedLeg]?.price, language);
  switch (state) {
    case 'fired':
      return triggerOutcome(trigger) === 'notFilled'
        ? t('passed', { at: moment, price })
        : t('firedAt', {
            at: moment,
            price,
            filled: showCount(order?.filledQuantity, language),
            quantity: showCount(order?.quantity, language),
          });
    case 'failed':
      // A refusal that this version has no text for is named.
      return (
        <>
          {t('failedAt', { at: moment })} {t(`refusals:${reason ?? ''}` as 'refusals:insufficient_funds')}
        </>
      );
    case 'ended':
      return t(reason === 'corporate_action' ? 'endedByAction' : 'endedText');
    case 'expired':
      return t('expiredText');
    case 'removed':
      return t('removedText');
    case 'firing':
    case 'waiting':
      return t('firingText');
  }
}

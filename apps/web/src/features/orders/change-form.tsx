import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSharePhase } from '#features/session/share-session.ts';
import { refusalInPhase } from '#features/ticket/phase-rules.ts';
import { KINDS, type OrderKind } from '#features/ticket/terms.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './change-form.module.css';
import type { Order } from './outcome.ts';
import { useOrderChange } from './use-order-change.ts';

const VALIDITIES = ['day', 'ioc'] as const;

/** The exchange takes this many changes of one order. */
const MAX_CHANGES = 25;

type Props = {
  readonly order: Order;
  readonly stock: Data<'marketDetail'>;
  readonly onDone: () => void;
};

/**
 * Type, validity, quantity, limit, trigger and shown part of an open order, and what the change does to its
 * place in the queue, said before it is made.
 */
export function ChangeForm({ order, stock, onDone }: Props) {
  const { t } = useTranslation(['orders', 'ticket', 'refusals']);
  const language = useLanguage();
  const { quantity, price, trigger, shown, place, password, ...form } = useOrderChange(order, stock, onDone);
  return (
    <>
      <form
        hidden={password.asking}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.change();
        }}
      >
        <TypeAndValidity form={form} stock={stock} />
        {form.typeError !== undefined && (
          <p className={css.refused} role="alert">
            {form.typeError}
          </p>
        )}
        <Stepper
          label={t('ticket:quantity')}
          value={quantity.value}
          onChange={quantity.set}
          onStep={quantity.step}
          lessLabel={t('ticket:quantityLess')}
          moreLabel={t('ticket:quantityMore')}
          hint={
            order.filledQuantity > 0
              ? t('changeFilled', { filled: showCount(order.filledQuantity, language) })
              : t('changeWas', { was: quantity.was })
          }
          error={quantity.error}
        />
        {price && (
          <Stepper
            label={t('limitPrice')}
            inputMode="decimal"
            value={price.value}
            onChange={price.set}
            onStep={price.step}
            lessLabel={t('ticket:priceLess')}
            moreLabel={t('ticket:priceMore')}
            hint={t('changeWas', { was: price.was })}
            error={price.error}
          />
        )}
        {trigger && (
          <Stepper
            label={t('ticket:triggerPrice')}
            inputMode="decimal"
            value={trigger.value}
            onChange={trigger.set}
            onStep={trigger.step}
            lessLabel={t('ticket:priceLess')}
            moreLabel={t('ticket:priceMore')}
            hint={
              order.triggerPrice === null
                ? t(order.side === 'buy' ? 'ticket:triggerAbove' : 'ticket:triggerBelow')
                : t('changeWas', { was: trigger.was })
            }
            error={trigger.error}
          />
        )}
        {shown && (
          <div>
            <Stepper
              label={t('ticket:disclosed')}
              value={shown.value}
              onChange={shown.set}
              onStep={shown.step}
              lessLabel={t('ticket:quantityLess')}
              moreLabel={t('ticket:quantityMore')}
              hint={t('changeWas', { was: shown.was })}
              error={shown.error}
            />
            {shown.value !== '' && (
              <button type="button" className={css.clear} onClick={() => shown.set('')}>
                {t('ticket:showAll')}
              </button>
            )}
          </div>
        )}
        <p className={cx(css.place, css[place])} role="status">
          <Icon name={place === 'keeps' ? 'check' : place === 'loses' ? 'again' : 'info'} size={20} />
          <span>{form.isWrong ? t('ticket:correctFirst') : t(`place.${place}`)}</span>
        </p>
        {form.refusal !== undefined && (
          <p className={css.refused} role="alert">
            {form.refusal}
          </p>
        )}
        <Button busy={form.busy} disabled={form.isBlocked} type="submit">
          {t('changeDo')}
        </Button>
        <p className={css.count}>{t('changesUsed', { n: order.modifications, most: MAX_CHANGES })}</p>
      </form>
      {password.sheet}
    </>
  );
}

type ChoiceProps = {
  readonly form: Pick<ReturnType<typeof useOrderChange>, 'type' | 'validity' | 'choose'>;
  readonly stock: Data<'marketDetail'>;
};

/** What the market does not take now cannot be chosen, and says why. */
function TypeAndValidity({ form: { type, validity, choose }, stock }: ChoiceProps) {
  const { t } = useTranslation(['orders', 'ticket', 'refusals']);
  const phase = useSharePhase(stock);
  const notTaken = (order: { readonly type: OrderKind; readonly validity: 'day' | 'ioc' }): string | undefined => {
    const why = refusalInPhase(order, phase);
    return why && t(`refusals:${why}`);
  };
  return (
    <>
      <Segmented<OrderKind>
        label={t('ticket:orderType')}
        value={type}
        onChange={(next) => choose({ type: next })}
        options={KINDS.map((value) => ({
          value,
          label: t(`ticket:${value}`),
          disabled: value === type ? undefined : notTaken({ type: value, validity: 'day' }),
        }))}
      />
      <Segmented<'day' | 'ioc'>
        label={t('ticket:validityTitle')}
        value={validity}
        onChange={(next) => choose({ validity: next })}
        options={VALIDITIES.map((value) => ({
          value,
          label: t(`validity.${value}`),
          disabled: value === validity ? undefined : notTaken({ type, validity: value }),
        }))}
      />
    </>
  );
}

import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPercent, showPrice } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { paise, rupees } from '@khara/money';
import type { Data } from '@khara/contract';
import type { Condition } from './trigger.ts';
import type { LegName, TriggerForm } from './use-trigger-form.ts';
import css from './waiting.module.css';

type Position = Data<'positions'>['list'][number];
type Props = { readonly form: TriggerForm; readonly side: 'buy' | 'sell' };

/** One trigger: which way, at which price, how many, and the limit. Needs `waiting`. */
export function SingleFields({ form, side }: Props) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const { stop } = form;
  const far = showPercent(stop.distance?.replace('-', ''), language, 'negative');
  return (
    <section className={css.form}>
      <p className={css.label}>{t('when')}</p>
      <Segmented<Condition>
        label={t('when')}
        value={stop.condition}
        onChange={form.choose}
        options={[
          { value: 'below', label: `▼ ${t('atOrBelow')}` },
          { value: 'above', label: `▲ ${t('atOrAbove')}` },
        ]}
      />
      <div className={css.gap}>
        <Stepper
          label={t('trigger')}
          inputMode="decimal"
          value={stop.triggerText}
          onChange={(text) => form.setTrigger('stop', text)}
          onStep={(direction) => form.stepTrigger('stop', direction)}
          lessLabel={t('less')}
          moreLabel={t('more')}
          hint={`${t(stop.condition === 'below' ? 'belowNow' : 'aboveNow', { percent: far })} · ${t('tickIs', { tick: form.tick })}`}
          error={useTriggerError(form, 'stop', side, false)}
        />
      </div>
      <div className={css.two}>
        <QuantityStepper form={form} label={t(side === 'buy' ? 'buyQuantity' : 'sellQuantity')} />
        <LimitStepper form={form} leg="stop" label={t(side === 'buy' ? 'forAtMost' : 'forAtLeast')} />
      </div>
    </section>
  );
}

/** A stop and a target on a position, each with what it would come to. Needs `waiting`. */
export function PairFields({ form, side, position }: Props & { readonly position: Position }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const isSale = side === 'sell';
  const held = showCount(form.held, language);
  return (
    <section className={css.form}>
      <Leg form={form} leg="stop" side={side} position={position} title={t(isSale ? 'stop' : 'stopRise')} />
      <p className={css.between}>{t('whichever')}</p>
      <Leg form={form} leg="target" side={side} position={position} title={t(isSale ? 'target' : 'targetFall')} />
      <div className={css.gap}>
        <QuantityStepper form={form} label={t(isSale ? 'quantityOf' : 'quantityOwed', { n: held })} />
      </div>
    </section>
  );
}

function Leg({
  form,
  leg,
  side,
  position,
  title,
}: Props & { readonly leg: LegName; readonly position: Position; readonly title: string }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const shown = leg === 'stop' ? form.stop : form.target;
  const error = useTriggerError(form, leg, side, true);
  if (!shown) return null;
  return (
    <div className={css.leg} role="group" aria-label={title}>
      <div className={css.legHead}>
        <b>
          <span aria-hidden="true">{shown.condition === 'below' ? '▼' : '▲'}</span> {title}
        </b>
        <span>{t('fromNow', { percent: showPercent(shown.distance, language) })}</span>
      </div>
      <div className={css.two}>
        <Stepper
          label={t('trigger')}
          inputMode="decimal"
          value={shown.triggerText}
          onChange={(text) => form.setTrigger(leg, text)}
          onStep={(direction) => form.stepTrigger(leg, direction)}
          lessLabel={t('less')}
          moreLabel={t('more')}
          error={error}
        />
        <LimitStepper form={form} leg={leg} label={t(side === 'sell' ? 'sellForAtLeast' : 'buyForAtMost')} />
      </div>
      <p className={css.result}>
        <span>{t(side === 'sell' ? 'ifDone' : 'ifBought')}</span>
        <Money value={closingProfit(shown.order, position, form.shares)} sign="always" coloured />
      </p>
    </div>
  );
}

/** What closing `shares` for this would leave, after its charges; undefined until the server answered. */
function closingProfit(
  order: Data<'previewOrder'> | undefined,
  { cost, quantity }: Position,
  shares: number | undefined,
): string | undefined {
  const [total, all] = [paise(order?.total ?? ''), paise(cost)];
  if (total === undefined || all === undefined || shares === undefined || quantity === 0) return undefined;
  const part = (all * BigInt(shares)) / BigInt(Math.abs(quantity));
  return rupees(quantity > 0 ? total - part : part - total);
}

/** What is wrong with a trigger, in words. */
function useTriggerError(form: TriggerForm, leg: LegName, side: 'buy' | 'sell', isPair: boolean): string | undefined {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const shown = leg === 'stop' ? form.stop : form.target;
  if (!shown?.wrong) return undefined;
  if (shown.wrong === 'tick') return t('offTick', { tick: form.tick });
  const now = showPrice(form.price, language);
  if (isPair) return t(`${leg}Side${side === 'sell' ? '' : 'Buy'}` as const, { price: now });
  const price = showPrice(shown.trigger === undefined ? null : rupees(shown.trigger), language);
  if (shown.trigger === form.last) return t('isNow', { price });
  return t(shown.condition === 'below' ? 'isAbove' : 'isBelow', { price });
}

function QuantityStepper({ form, label }: { readonly form: TriggerForm; readonly label: string }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const { wrongQuantity, product } = form;
  return (
    <Stepper
      label={label}
      value={form.quantityText}
      onChange={form.setQuantity}
      onStep={form.stepQuantity}
      lessLabel={t('less')}
      moreLabel={t('more')}
      hint={form.target ? undefined : t(product === 'delivery' ? 'alwaysLimit' : 'alwaysLimitIntraday')}
      error={
        wrongQuantity === 'over'
          ? t('quantityOver', { n: showCount(form.held, language) })
          : wrongQuantity && t('quantityNeeded')
      }
    />
  );
}

function LimitStepper({
  form,
  leg,
  label,
}: {
  readonly form: TriggerForm;
  readonly leg: LegName;
  readonly label: string;
}) {
  const { t } = useTranslation('waiting');
  const shown = leg === 'stop' ? form.stop : form.target;
  if (!shown) return null;
  return (
    <Stepper
      label={label}
      inputMode="decimal"
      value={shown.limitText}
      onChange={(text) => form.setLimit(leg, text)}
      onStep={(direction) => form.stepLimit(leg, direction)}
      lessLabel={t('less')}
      moreLabel={t('more')}
      error={shown.wrongLimit && t('offTick', { tick: form.tick })}
    />
  );
}

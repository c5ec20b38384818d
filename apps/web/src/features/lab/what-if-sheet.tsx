import { paise } from '@khara/money';
import type { WhatIf } from '@khara/market-day';
import { useState } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { showRupees } from './lab-chart.tsx';
import { bookAt, type LabDay, type Lane, type LaneOrder } from './lane.ts';
import { MAX_SHARES } from './what-if.ts';
import css from './lab.module.css';

const KINDS = ['add', 'change', 'remove'] as const;
const TYPES = ['market', 'limit', 'sl', 'sl_m'] as const;
type Kind = (typeof KINDS)[number];
type Type = (typeof TYPES)[number];

type Props = {
  readonly day: LabDay;
  readonly lane: Lane;
  /** The moment that is shown. */
  readonly step: number;
  readonly own: readonly LaneOrder[];
  /** The order that the reader came with, and what to do with it. */
  readonly about: LaneOrder | undefined;
  readonly onSee: (change: WhatIf) => void;
};

const orderType = ({ market, triggerPrice }: LaneOrder): Type =>
  triggerPrice === undefined ? (market ? 'market' : 'limit') : market ? 'sl_m' : 'sl';

/** The form of a what-if in a sheet. Needs `ticket`. */
export function WhatIfSheet({
  open,
  onClose,
  ...props
}: Props & { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('lab');
  const { day, step, about } = props;
  return (
    <Sheet open={open} onClose={onClose} title={t('whatIfAt', { time: showMarketSeconds(day.times[step]) })}>
      <WhatIfForm key={`${step} ${about?.id}`} {...props} />
    </Sheet>
  );
}

/** The order as it is typed, and what is wrong with it. */
function useWhatIf({ day, lane, step, own, about, onSee }: Props) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const { bids, asks } = bookAt(lane, step);
  const [kind, setKind] = useState<Kind>(about ? 'change' : 'add');
  const [id, setId] = useState((about ?? own[0])?.id);
  const order = own.find((one) => one.id === id);
  const [side, setSide] = useState<'buy' | 'sell'>(about?.side ?? 'buy');
  const [quantity, setQuantity] = useState(String(about?.quantity ?? 10));
  const [type, setType] = useState<Type>(about ? orderType(about) : 'market');
  const near = (side === 'buy' ? asks[0] : bids[0])?.[0] ?? day.previousClose;
  // The best price of the moment for as long as none is typed: beside a day that plays it moves.
  const [typedPrice, setPrice] = useState(about && !about.market ? showRupees(about.price) : undefined);
  const [typedTrigger, setTrigger] = useState(
    about?.triggerPrice === undefined ? undefined : showRupees(about.triggerPrice),
  );
  const [price, trigger] = [typedPrice ?? showRupees(near), typedTrigger ?? showRupees(near)];
  const [when, setWhen] = useState<'then' | 'here'>(about ? 'here' : 'then');
  const [asked, setAsked] = useState(false);

  const hasPrice = type === 'limit' || type === 'sl';
  const hasTrigger = type === 'sl' || type === 'sl_m';
  const isChange = kind === 'change' && order !== undefined;
  const best = side === 'buy' ? asks[0] : bids[0];
  const shares = /^\d{1,6}$/.test(quantity) ? Number(quantity) : 0;
  const onTick = (text: string): number | undefined => {
    const value = Number(paise(text) ?? 0n);
    return value > 0 && value % day.tick === 0 ? value : undefined;
  };
  const wrong = {
    quantity:
      shares >= 1 && shares <= MAX_SHARES ? undefined : t('badQuantity', { most: showCount(MAX_SHARES, language) }),
    price: !hasPrice || onTick(price) !== undefined ? undefined : t('badPrice', { tick: showRupees(day.tick) }),
    trigger: !hasTrigger || onTick(trigger) !== undefined ? undefined : t('badPrice', { tick: showRupees(day.tick) }),
  };
  const stepped = (text: string, by: 1 | -1): string =>
    showRupees(Math.max(day.tick, (onTick(text) ?? near) + by * day.tick));

  /** The terms of an own order, for the fields. */
  function take(next: LaneOrder): void {
    setId(next.id);
    setSide(next.side);
    setQuantity(String(next.quantity));
    setType(orderType(next));
    if (!next.market) setPrice(showRupees(next.price));
    if (next.triggerPrice !== undefined) setTrigger(showRupees(next.triggerPrice));
  }

  function see(): void {
    setAsked(true);
    if (kind === 'remove') return order && onSee({ kind, orderId: Number(order.id) });
    if (wrong.quantity ?? wrong.price ?? wrong.trigger) return;
    const terms = {
      step: isChange && when === 'then' ? order.step : step,
      side: isChange ? order.side : side,
      quantity: shares,
      market: type === 'market' || type === 'sl_m',
      price: hasPrice ? onTick(price)! : 0,
      validity: isChange ? order.validity : ('day' as const),
      ...(hasTrigger && { triggerPrice: onTick(trigger)! }),
    };
    onSee(isChange ? { kind: 'change', orderId: Number(order.id), order: terms } : { kind: 'add', order: terms });
  }

  const choose = (next: Kind): void => {
    setKind(next);
    if (next !== 'add' && order) take(order);
  };
  const shown: Partial<typeof wrong> = asked ? wrong : {};
  return {
    kind: { value: kind, set: choose },
    order: { value: order, take },
    isChange,
    when: { value: when, set: setWhen },
    side: { value: side, set: setSide },
    quantity: {
      value: quantity,
      set: setQuantity,
      step: (by: 1 | -1) => setQuantity(String(Math.min(MAX_SHARES, Math.max(1, shares + by)))),
      error: shown.quantity,
    },
    type: { value: type, set: setType },
    trigger: hasTrigger && {
      value: trigger,
      set: setTrigger,
      step: (by: 1 | -1) => setTrigger(stepped(trigger, by)),
      error: shown.trigger,
    },
    price: hasPrice && {
      value: price,
      set: setPrice,
      step: (by: 1 | -1) => setPrice(stepped(price, by)),
      error: shown.price,
    },
    best,
    see,
  };
}

/** The ticket's without money, product and password. Needs `ticket`. */
export function WhatIfForm(props: Props) {
  const { day, step, own } = props;
  const { t } = useTranslation(['lab', 'ticket']);
  const language = useLanguage();
  const { kind, order, isChange, when, side, quantity, type, trigger, price, best, see } = useWhatIf(props);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        see();
      }}
    >
      <Segmented
        label={t('kind')}
        options={KINDS.map((value) => ({
          value,
          label: t(value),
          disabled: value !== 'add' && own.length === 0 ? t('noneToChange') : undefined,
        }))}
        value={kind.value}
        onChange={kind.set}
      />
      {kind.value !== 'add' && (
        <div role="radiogroup" aria-label={t('which')} className={css.which}>
          {own.map((one) => (
            <label key={one.id}>
              <input type="radio" name="which" checked={one.id === order.value?.id} onChange={() => order.take(one)} />
              <span>
                {listed(
                  t(one.side === 'buy' ? 'buyOf' : 'sellOf', { quantity: showCount(one.quantity, language) }),
                  showMarketSeconds(day.times[one.step]),
                )}
              </span>
            </label>
          ))}
        </div>
      )}
      {isChange && order.value && (
        <Segmented
          label={t('when')}
          options={[
            { value: 'then', label: t('atItsTime', { time: showMarketSeconds(day.times[order.value.step]) }) },
            { value: 'here', label: t('now', { time: showMarketSeconds(day.times[step]) }) },
          ]}
          value={when.value}
          onChange={when.set}
        />
      )}
      {kind.value === 'add' && (
        <Segmented
          label={t('ticket:side')}
          tone="side"
          options={[
            { value: 'buy', label: t('ticket:buy') },
            { value: 'sell', label: t('ticket:sell') },
          ]}
          value={side.value}
          onChange={side.set}
        />
      )}
      {kind.value !== 'remove' && (
        <>
          <Stepper
            label={t('ticket:quantity')}
            value={quantity.value}
            onChange={quantity.set}
            onStep={quantity.step}
            lessLabel={t('ticket:quantityLess')}
            moreLabel={t('ticket:quantityMore')}
            error={quantity.error}
            hint={
              best
                ? t(side.value === 'buy' ? 'offered' : 'wanted', {
                    quantity: showCount(best[1], language),
                    price: showPrice(showRupees(best[0]), language),
                  })
                : t('needsNoMoney')
            }
          />
          <Segmented
            label={t('ticket:orderType')}
            options={TYPES.map((value) => ({ value, label: t(`ticket:${value}`) }))}
            value={type.value}
            onChange={type.set}
          />
          {trigger && (
            <Stepper
              label={t('ticket:triggerPrice')}
              inputMode="decimal"
              value={trigger.value}
              onChange={trigger.set}
              onStep={trigger.step}
              lessLabel={t('ticket:priceLess')}
              moreLabel={t('ticket:priceMore')}
              error={trigger.error}
            />
          )}
          {price && (
            <Stepper
              label={t('ticket:price')}
              inputMode="decimal"
              value={price.value}
              onChange={price.set}
              onStep={price.step}
              lessLabel={t('ticket:priceLess')}
              moreLabel={t('ticket:priceMore')}
              error={price.error}
            />
          )}
        </>
      )}
      <Button type="submit">{t('see')}</Button>
      <p className={css.small}>{t('onDevice')}</p>
    </form>
  );
}

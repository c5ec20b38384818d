import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import css from './amount.module.css';
import { cx } from './class-names.ts';
import { useHiddenAmounts } from './hidden-amounts.ts';
import { Triangle } from './icons.tsx';
import {
  HIDDEN,
  MINUS,
  UNKNOWN,
  showMoney,
  showPercent,
  showPrice,
  showPriceChange,
  signOf,
  splitDecimal,
} from '#lib/number.ts';

export type Value = string | null | undefined;
export type Currency = 'INR' | 'USDT';

/** What a screen reader says of a signed value: "minus 333.00 rupees"; of a change, "plus" too. */
function useSpoken(isChange = false) {
  const { t } = useTranslation();
  return (value: Value, shown: string, currency?: Currency) => {
    if (value === null || value === undefined) return t('say.unknown');
    const plain = shown.replace(/[₹+−]/g, '');
    const worded = currency === 'INR' ? t('say.rupees', { value: plain }) : plain;
    const sign = signOf(value);
    return sign < 0
      ? t('say.minus', { value: worded })
      : isChange && sign > 0
        ? t('say.plus', { value: worded })
        : worded;
  };
}

type MoneyProps = {
  readonly value: Value;
  readonly currency?: Currency;
  /** `always`: a plus before a gain. Balances have none. */
  readonly sign?: 'always' | 'negative';
  /** Colours by direction: for results, never for balances. */
  readonly coloured?: boolean;
  /** Without the currency's sign, where the label names it. */
  readonly bare?: boolean;
  /** False where hiding would hide what is being decided: the ticket, the recharge. */
  readonly hideable?: boolean;
  readonly className?: string | undefined;
};

/** An amount of money: `<Money value={data.available} />` is ₹1,24,880.15, or six dots while amounts are hidden. */
export function Money({
  value,
  currency = 'INR',
  sign = 'negative',
  coloured,
  bare,
  hideable = true,
  className,
}: MoneyProps) {
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden) && hideable;
  const { t } = useTranslation();
  const spoken = useSpoken();
  if (hidden) {
    return (
      <span className={className}>
        <span aria-hidden="true">{HIDDEN}</span>
        <span className={css.unseen}>{t('say.hidden')}</span>
      </span>
    );
  }
  const full = showMoney(value, language, { currency, sign });
  const shown = bare ? full.replace('₹', '').replace(' USDT', '') : full;
  return (
    <span className={cx(css.number, coloured && directionClass(value), className)}>
      <span aria-hidden="true">{shown}</span>
      <span className={css.unseen}>{spoken(value, full, currency)}</span>
    </span>
  );
}

/** The one hero amount of a page: light ₹ before or code after, decimals at 62 %. */
export function HeroMoney({
  value,
  currency = 'INR',
  className,
  sign,
}: Pick<MoneyProps, 'value' | 'currency' | 'className' | 'sign'>) {
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { t } = useTranslation();
  const spoken = useSpoken();
  const parts =
    value === null || value === undefined ? undefined : splitDecimal(value, language, currency === 'INR' ? 2 : 6);
  if (!parts) return <span className={className}>{UNKNOWN}</span>;
  const lead = parts.sign < 0 ? MINUS : sign === 'always' && parts.sign > 0 ? '+' : '';
  return (
    <span className={cx(css.number, className)}>
      <span aria-hidden="true">
        {!hidden && lead}
        {currency === 'INR' && <span className={css.currency}>₹</span>}
        {hidden ? HIDDEN : parts.whole}
        {!hidden && <span className={css.decimals}>.{parts.fraction}</span>}
        {currency !== 'INR' && <span className={css.code}> {currency}</span>}
      </span>
      <span className={css.unseen}>
        {hidden ? t('say.hidden') : spoken(value, showMoney(value, language, { currency }), currency)}
      </span>
    </span>
  );
}

/** A share's price: no ₹, the decimals of its tick. */
export function Price({ value, className }: { readonly value: Value; readonly className?: string | undefined }) {
  return <span className={cx(css.number, className)}>{showPrice(value, useLanguage())}</span>;
}

export const toDirection = (value: Value): 'up' | 'down' | 'flat' => {
  const sign = signOf(value ?? '0');
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat';
};
const directionClass = (value: Value) => css[toDirection(value)];

/** What a screen reader says of a signed per cent. */
export function useSpokenPercent() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (percent: Value) => {
    if (percent === null || percent === undefined) return t('say.unknown');
    const value = showPercent(percent, language).replace(/[+−%]/g, '');
    const direction = toDirection(percent);
    return direction === 'flat' ? t('say.unchanged') : t(`say.${direction}`, { value });
  };
}

/** A signed per cent with its arrow, in the colour of its direction. Zero has neither. */
export function Percent({ value, className }: { readonly value: Value; readonly className?: string | undefined }) {
  const direction = toDirection(value);
  const spoken = useSpokenPercent();
  return (
    <span className={cx(css.change, css[direction], className)}>
      {direction !== 'flat' && <Triangle direction={direction} />}
      <span aria-hidden="true">{showPercent(value, useLanguage())}</span>
      <span className={css.unseen}>{spoken(value)}</span>
    </span>
  );
}

type ChangeProps = {
  readonly amount: Value;
  readonly percent?: Value;
  /** With ₹: a change of money owned. Without: a change of a price. */
  readonly money?: boolean;
  readonly className?: string | undefined;
};

/** Arrow, signed value, per cent in brackets: "▲ +₹1,821.50 (+0.40%)". Amounts hide with the others when `money`. */
export function Change({ amount, percent, money, className }: ChangeProps) {
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden) && money;
  const { t } = useTranslation();
  const spoken = useSpoken(true);
  const spokenPercent = useSpokenPercent();
  const direction = toDirection(amount);
  const shown = hidden
    ? HIDDEN
    : money
      ? showMoney(amount, language, { sign: 'always' })
      : showPriceChange(amount, language);
  const said = hidden ? t('say.hidden') : spoken(amount, shown, money ? 'INR' : undefined);
  return (
    <span className={cx(css.change, css[direction], className)}>
      {direction !== 'flat' && <Triangle direction={direction} />}
      <span aria-hidden="true">
        {shown}
        {percent !== undefined && ` (${showPercent(percent, language)})`}
      </span>
      <span className={css.unseen}>{percent === undefined ? said : listed(said, spokenPercent(percent))}</span>
    </span>
  );
}

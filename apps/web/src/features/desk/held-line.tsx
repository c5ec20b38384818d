import type { Data, Language } from '@khara/contract';
import { useLayoutEffect, useRef } from 'react';
import { quoteStore } from '#api/client.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { HIDDEN, showCount, showMoney, showPercent, showPrice } from '#lib/number.ts';
import { throttle } from '#lib/throttle.ts';
import { liveResult } from '#features/positions/live-result.ts';
import { toDirection, useSpokenPercent } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import digits from '#ui/digits.module.css';
import { useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { changePainter, LiveChange } from '#ui/live-change.tsx';
import { widthPainter } from '#ui/live-text.ts';
import css from './held-line.module.css';

type Props = {
  readonly code: string;
  readonly price: string;
  readonly held: NonNullable<Data<'marketDetail'>['position']>;
};

/** The day's result follows the price this often: no more of it can be read, and each frame of the desk is full. */
const TODAY_MS = 1000;

/**
 * What the reader holds of the share, under its orders; results are painted by hand. Needs `desk` and `stock`.
 */
export function HeldLine({ code, price, held }: Props) {
  const { t } = useTranslation(['desk', 'stock', 'orders', 'common']);
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const spokenPercent = useSpokenPercent();
  const box = useRef<HTMLElement>(null);
  const todayBox = useRef<HTMLElement>(null);
  const speak = useRef(spokenPercent);
  useLayoutEffect(() => {
    speak.current = spokenPercent;
  });
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const paintWidth = widthPainter(box.current);
    const result = changePainter(box.current.firstElementChild as Element); // a LiveChange
    const tell = (): void => {
      const { totalProfit, profitPercent } = liveResult({ ...held, marketPrice: price }, quoteStore.quote(code)?.price);
      const amount = hidden ? HIDDEN : showMoney(totalProfit, language, { sign: 'always' });
      const seen = `${amount} (${showPercent(profitPercent, language)})`;
      paintWidth(seen);
      const said = (): string =>
        hidden ? speak.current(profitPercent) : listed(amount.replace('₹', ''), speak.current(profitPercent));
      result.paint(seen, said, toDirection(totalProfit));
    };
    const today = todayBox.current && todayPainter(todayBox.current, { code, price, held, hidden, language });
    const next = (): void => {
      tell();
      today?.call();
    };
    next();
    const leave = quoteStore.onQuote(code, next);
    return () => {
      leave();
      result.stop();
      today?.stop();
    };
  }, [code, price, held, hidden, language]);
  return (
    <dl className={css.held}>
      <div>
        <dt>{t('stock:youHold')}</dt>
        <dd>
          {t('orders:at', {
            quantity: showCount(held.quantity, language),
            price: showPrice(held.buyingPrice, language),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('unrealised')}</dt>
        <dd>
          <span className={digits.cell}>
            <span ref={box} className={cx(digits.box, digits.arrow)}>
              <LiveChange />
            </span>
          </span>
        </dd>
      </div>
      {held.todayProfit !== undefined && (
        <div>
          <dt>{t('todayHead')}</dt>
          <dd>
            <span className={digits.cell}>
              <span ref={todayBox} className={cx(digits.box, digits.arrow)}>
                <LiveChange />
              </span>
            </span>
          </dd>
        </div>
      )}
      {held.breakEven !== undefined && (
        <div>
          <dt>{t('breakEven')}</dt>
          <dd>{showPrice(held.breakEven, language)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Paints the result of the day, which moves with the price as the whole result does. */
function todayPainter(box: HTMLElement, of: Props & { readonly hidden: boolean; readonly language: Language }) {
  const { code, price, held, hidden, language } = of;
  const paintWidth = widthPainter(box);
  const painter = changePainter(box.firstElementChild as Element); // a LiveChange
  const { call, stop } = throttle(() => {
    const day = { ...held, totalProfit: held.todayProfit ?? '0', marketPrice: price };
    const { totalProfit: profit } = liveResult(day, quoteStore.quote(code)?.price);
    const amount = hidden ? HIDDEN : showMoney(profit, language, { sign: 'always' });
    paintWidth(amount);
    painter.paint(amount, () => amount.replace('₹', ''), toDirection(profit));
  }, TODAY_MS);
  return {
    call,
    stop: () => {
      stop();
      painter.stop();
    },
  };
}

import type { Data } from '@khara/contract';
import { paise } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { KeyValue } from '#ui/key-value.tsx';
import type { Position } from './totals.ts';

type MarginCall = NonNullable<Data<'positions'>['list'][number]['marginCall']>;

/** Whether the last price has reached the one that calls a position. */
export function isCalled({ marginCall, direction }: Position, last: string): boolean {
  if (!marginCall) return false;
  const [price, at] = [paise(last) ?? 0n, paise(marginCall.callPrice) ?? 0n];
  return direction === 'short' ? price >= at : price <= at;
}

/** What losses have taken of a position's margin, and where the system closes it. Needs `positions`. */
export function MarginCallFacts({ call, short }: { readonly call: MarginCall; readonly short: boolean }) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  const price = { price: showPrice(call.squareOffPrice, language) };
  return (
    <>
      <KeyValue
        label={<Term name="marginCall">{t('marginLost')}</Term>}
      >{`${showPrice(call.lost, language)}%`}</KeyValue>
      <KeyValue label={t('closedBySystem')}>{short ? t('closedAbove', price) : t('closedBelow', price)}</KeyValue>
    </>
  );
}

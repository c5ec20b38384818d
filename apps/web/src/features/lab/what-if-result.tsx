import { rupees } from '@khara/money';
import type { WhatIf } from '@khara/market-day';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { hasText } from '#i18n/has-text.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice, UNKNOWN } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import type { Compared } from './lab-worker.ts';
import type { LabDay, Lane } from './lane.ts';
import type { LaneResult } from './result.ts';
import { TwoLines } from './lab-chart.tsx';
import css from './lab.module.css';

/** What a change of the day comes to, beside what was. Needs `refusals`. */
export function WhatIfResult({
  day,
  was,
  compared,
  changes,
  isAsked,
  onChange,
}: {
  readonly day: LabDay;
  readonly was: Lane;
  readonly compared: Compared;
  readonly changes: readonly WhatIf[];
  /** The reader has just asked for it: reading goes on here. */
  readonly isAsked: boolean;
  /** The order is to be another; absent where the form is in sight. */
  readonly onChange?: (() => void) | undefined;
}) {
  const { t } = useTranslation(['lab', 'refusals']);
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [isAsked]);
  const { was: before, would, differencePaise } = compared;
  const difference = rupees(differencePaise);
  const isNew = before === undefined;
  const rejected = would?.rejected;
  const isSale = compared.lane.orders.find(({ id }) => compared.lane.changed.includes(id))?.side === 'sell';
  const count = (result: LaneResult | undefined): ReactNode =>
    result
      ? t('filledOf', { filled: showCount(result.filled, language), quantity: showCount(result.quantity, language) })
      : UNKNOWN;
  const rows: readonly (readonly [string, (result: LaneResult | undefined, lane: Lane) => ReactNode])[] = [
    [t('filled'), count],
    [t('ahead'), (result) => (result?.ahead === undefined ? UNKNOWN : showCount(result.ahead, language))],
    [t('average'), (result) => showPrice(result?.average, language)],
    [
      t('slippage'),
      (result) =>
        result?.slippage === undefined ? UNKNOWN : t('aShare', { amount: showPrice(result.slippage, language) }),
    ],
    [t('charges'), (result) => <Money value={result?.charges} hideable={false} />],
    [t('chargesIfClosed'), (result) => <Money value={result?.chargesIfClosed} hideable={false} />],
    [t(isSale ? 'lowest' : 'highest'), (result) => showPrice(result?.best, language)],
    [t('closePrice'), (_result, lane) => showPrice(rupees(BigInt(lane.closePrice)), language)],
  ];
  return (
    <Card className={css.result}>
      <h2 ref={heading} className={css.resultTitle} tabIndex={-1}>
        {t('result')}
      </h2>
      <TwoLines day={day} was={was} would={compared.lane} />
      {rejected !== undefined && (
        <Note tone="warn">
          {t('notTaken', {
            reason: hasText(`refusals:${rejected}`) ? t(`refusals:${rejected as 'tick_invalid'}`) : t('otherReason'),
          })}
        </Note>
      )}
      <div role="status">
        <p className={css.plain}>{t(isNew ? 'worth' : 'difference')}</p>
        <p className={css.big}>
          <b className={differencePaise < 0n ? css.fall : css.rise}>
            <Money value={difference} sign="always" hideable={false} />
          </b>
          {would && would.filled > 0 && <span>{t('on', { amount: showMoney(would.turnover, language) })}</span>}
        </p>
        {isNew && <p className={css.plain}>{t('noSuch')}</p>}
      </div>
      <table className={css.compare}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('asWas')}</th>
            <th scope="col" className={css.strong}>
              {t('asWould')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value(before, was)}</td>
              <td>{value(would, compared.lane)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > 0 && <p className={css.plain}>{t('others')}</p>}
      {onChange && (
        <Button look="line" size="md" onClick={onChange}>
          {t('changeOrder')}
        </Button>
      )}
    </Card>
  );
}

import { useState } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { DepthRows } from '#ui/depth-rows.tsx';
import { Empty } from '#ui/states.tsx';
import { showRupees } from './lab-chart.tsx';
import { bookAt, type BookLevel, type LabDay, type Lane, type LaneOrder } from './lane.ts';
import css from './lab.module.css';

/** Trades of the tape that are shown. */
const TAPE_ROWS = 12;

type OwnProps = {
  readonly day: LabDay;
  readonly ofReader: readonly LaneOrder[] | undefined;
  readonly onGo: (step: number) => void;
  readonly onChange: (order: LaneOrder) => void;
};

type Shown = { readonly day: LabDay; readonly lane: Lane; readonly step: number };

const level = ([price, quantity, orders]: BookLevel) => [showRupees(price), quantity, orders] as const;

/** The five best prices of a side as orders of the step found them. Needs `stock`. */
export function LabDepth({ lane, step }: Shown) {
  const { t } = useTranslation(['lab', 'stock']);
  const { bids, asks } = bookAt(lane, step);
  if (bids.length + asks.length === 0) return <p className={css.none}>{t('emptyBook')}</p>;
  return (
    <DepthRows
      book={{ bids: bids.map(level), asks: asks.map(level) }}
      labels={{
        orders: t('stock:orders'),
        quantity: t('stock:quantity'),
        bid: t('stock:bid'),
        ask: t('stock:ask'),
        bids: t('stock:bids'),
        asks: t('stock:asks'),
        say: (side, level) => t(side === 'bids' ? 'stock:bidSaid' : 'stock:askSaid', level),
      }}
    />
  );
}

/** The newest trades before the step; own ones say so. */
export function LabTape({ day, lane, step, own }: Shown & { readonly own: readonly LaneOrder[] }) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const { trades } = lane;
  let end = trades.length;
  while (end > 0 && trades[end - 3]! >= step) end -= 3;
  if (end === 0) return <p className={css.none}>{t('emptyTape')}</p>;
  const rows = Array.from({ length: Math.min(TAPE_ROWS, end / 3) }, (_, at) => end - 3 * (at + 1));
  const mine = (at: number): string => {
    const hasFill = ({ fills }: LaneOrder) =>
      fills.some(
        (fill) => fill.step === trades[at] && fill.price === trades[at + 1] && fill.quantity === trades[at + 2],
      );
    const order = own.find(hasFill);
    return order ? t(order.side === 'buy' ? 'bought' : 'sold') : '';
  };
  return (
    <table className={css.tape}>
      <tbody>
        {rows.map((at) => (
          <tr key={at} className={cx(mine(at) !== '' && css.own)}>
            <td>{showMarketSeconds(day.times[trades[at]!])}</td>
            <td>{mine(at)}</td>
            <td>{showPrice(showRupees(trades[at + 1]!), language)}</td>
            <td>{showCount(trades[at + 2]!, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The reader's own orders of that day in this share; undefined of a guest. */
export function OwnOrders({ day, ofReader: own, onGo, onChange }: OwnProps) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  if (own === undefined)
    return (
      <Empty
        icon="person"
        title={t('loginForMine')}
        action={{ label: t('login'), onPress: () => navigateTo('/pages/login/index') }}
        inline
      />
    );
  if (own.length === 0) return <Empty icon="list" title={t('noneOfMine', { code: day.code })} inline />;
  return (
    <ul>
      {own.map((order) => {
        const filled = order.fills.reduce((sum, { quantity }) => sum + quantity, 0);
        return (
          <li key={order.id} className={css.order}>
            <div>
              <b>{t(order.side === 'buy' ? 'buyOf' : 'sellOf', { quantity: showCount(order.quantity, language) })}</b>
              <small>
                {listed(
                  showMarketSeconds(day.times[order.step]),
                  t('filledOf', { filled: showCount(filled, language), quantity: showCount(order.quantity, language) }),
                )}
              </small>
            </div>
            <Button look="line" size="md" onClick={() => onGo(order.step)}>
              {t('goThere')}
            </Button>
            <Button look="secondary" size="md" onClick={() => onChange(order)}>
              {t('change')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const TABS = ['depth', 'tape', 'mine'] as const;
type Tab = (typeof TABS)[number];

/** What can be read beside the picture: the book, the trades, and the reader's own orders. */
export function Parts({
  day,
  lane,
  step,
  own,
  ofReader,
  onGo,
  onChange,
}: Shown &
  OwnProps & {
    /** Orders that are marked among the trades. */
    readonly own: readonly LaneOrder[];
  }) {
  const { t } = useTranslation('lab');
  const [tab, setTab] = useState<Tab>('depth');
  return (
    <section className={css.tabs}>
      <Tabs
        label={t('parts')}
        items={TABS.map((value) => ({
          value,
          label: t(value),
          ...(value === 'mine' && { count: ofReader?.length ?? 0 }),
        }))}
        value={tab}
        onSelect={(next) => setTab(next as Tab)}
      />
      <div className={css.tabBody}>
        {tab === 'depth' ? (
          <LabDepth day={day} lane={lane} step={step} />
        ) : tab === 'tape' ? (
          <LabTape day={day} lane={lane} step={step} own={own} />
        ) : (
          <OwnOrders day={day} ofReader={ofReader} onGo={onGo} onChange={onChange} />
        )}
      </div>
    </section>
  );
}

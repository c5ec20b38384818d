import { rupees } from '@khara/money';
import type { ImaginedOrder } from '@khara/market-day';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice, UNKNOWN } from '#lib/number.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { Page } from '#shell/page.tsx';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Stepper } from '#ui/stepper.tsx';
import type { Compared } from './lab-worker.ts';
import { ReplayStrip, SealOf } from './replay.tsx';
import { Stage } from './stage.tsx';
import { useReplay, type ReplayProps } from './use-replay.ts';
import { MAX_SHARES } from './what-if.ts';
import shared from './lab.module.css';
import css from './replay-front.module.css';

/** What the keys beside the number add or take. */
const STEP = 1_000;

/**
 * A day with one order that was never placed, all of it in one screen: the seal, the day as it plays to that order and
 * what comes after it, the number, and what it comes to.
 */
export function ReplayFront(props: ReplayProps) {
  const { lab, day, lane, changes } = props;
  const { t } = useTranslation('lab');
  const replay = useReplay(props, 'would');
  const { player, step, shown, own } = replay;
  const [first] = changes ?? [];
  const order = first === undefined || first.kind === 'remove' ? undefined : first.order;
  return (
    <Page bar={<></>} ground="surface">
      <ReplayStrip {...props} />
      <SealOf {...props} step={step} />
      <Stage
        day={day}
        lane={shown}
        before={lab.compared && lane}
        own={own}
        player={player}
        onSpeed={replay.setSpeed}
        onMove={replay.move}
        head={<h1 className={css.name}>{day.code}</h1>}
        lanes={null}
      />
      <p className={cx(shared.legend, css.legend)} aria-hidden="true">
        <span>
          <i className={shared.keyWould} />
          {t('asWould')}
        </span>
        <span>
          <i className={shared.keyWas} />
          {t('asWas')}
        </span>
      </p>
      {order && (
        <Question
          order={order}
          time={showMarketSeconds(day.times[order.step])}
          onSee={(next) => replay.ask({ kind: 'add', order: next })}
        />
      )}
      <Figures compared={lab.compared} />
      <p className={css.small}>{t('limits')}</p>
    </Page>
  );
}

/** The number of shares of the order, and the key that plays the day with it. Needs `ticket`. */
function Question({
  order,
  time,
  onSee,
}: {
  readonly order: ImaginedOrder;
  readonly time: string;
  readonly onSee: (order: ImaginedOrder) => void;
}) {
  const { t } = useTranslation(['lab', 'ticket']);
  const [typed, setTyped] = useState(String(order.quantity));
  const [asked, setAsked] = useState(false);
  const shares = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  const isGood = shares >= 1 && shares <= MAX_SHARES;
  return (
    <form
      className={css.question}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isGood) onSee({ ...order, quantity: shares });
      }}
    >
      <Stepper
        label={t('ifBought', { time })}
        value={typed}
        onChange={setTyped}
        onStep={(by) => setTyped(String(Math.min(MAX_SHARES, Math.max(1, shares + by * STEP))))}
        lessLabel={t('ticket:quantityLess')}
        moreLabel={t('ticket:quantityMore')}
        error={asked && !isGood ? t('badQuantity', { most: MAX_SHARES }) : undefined}
      />
      <Button type="submit">{t('seeShort')}</Button>
    </form>
  );
}

function Figures({ compared }: { readonly compared: Compared | undefined }) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const would = compared?.would;
  const isLoss = compared !== undefined && compared.differencePaise < 0n;
  return (
    <dl className={css.figures} role="status">
      <div>
        <dt>{t('filled')}</dt>
        <dd>
          {would
            ? t('filledOf', {
                filled: showCount(would.filled, language),
                quantity: showCount(would.quantity, language),
              })
            : UNKNOWN}
        </dd>
      </div>
      <div>
        <dt>{t('slippage')}</dt>
        <dd>
          {would?.slippage === undefined ? UNKNOWN : t('aShare', { amount: showPrice(would.slippage, language) })}
        </dd>
      </div>
      <div>
        <dt>{t('worth')}</dt>
        <dd className={cx(compared && (isLoss ? css.fall : css.rise))}>
          {compared ? <Money value={rupees(compared.differencePaise)} sign="always" hideable={false} /> : UNKNOWN}
        </dd>
      </div>
    </dl>
  );
}

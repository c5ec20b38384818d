import type { OwnLimitRefusal } from '@khara/contract';
import { type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { phaseTimes } from '#shell/market-day/day-parts.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { usePlace } from '#shell/route-context.ts';
import { useSideways } from '#shell/use-wide.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { SwipeToConfirm } from '#ui/swipe-to-confirm.tsx';
import { requiredFunds, requiresFunds } from './required-funds.ts';
import { missingMoney } from './terms.ts';
import css from './ticket-dock.module.css';
import { useOrderWords } from './use-order-words.ts';
import type { Side, Stock, Ticket } from './use-ticket.ts';
import { isOwnLimit, refusalInPhase, type SharePhase } from './phase-rules.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** The refusal's own words stay where the longer ones do not come. */
const Shorter = ({ wait }: { readonly wait: ReactNode }) => wait;
const DebtWords = lazyPart(() => import('./debt-words.tsx'), {
  failed: Shorter,
});
const StopWords = lazyPart(() => import('#features/limits/stop-words.tsx'), { failed: Shorter });

type Props = {
  readonly ticket: Ticket;
  readonly stock: Stock;
  readonly side: Side;
  readonly phase: SharePhase;
  readonly busy: boolean;
  /** Where the terms are typed: Enter there asks for the confirmation. */
  readonly form: string;
  readonly onConfirm: () => void;
  /** Says more of a limit of the reader's own that stops the order. */
  readonly onStopped: (reason: OwnLimitRefusal) => void;
};

/**
 * The amount, and the swipe that confirms it; or why there is nothing to confirm. Needs `ticket`, `orders`,
 * `session` and `refusals`.
 */
export function TicketDock({ ticket, stock, side, phase, busy, form, onConfirm, onStopped }: Props) {
  const { t } = useTranslation(['ticket', 'orders', 'session', 'refusals']);
  const language = useLanguage();
  const isBeside = usePlace().pane?.name === 'side'; // beside a mouse, which holds more easily than it swipes
  const isSideways = useSideways(); // the lines of the costs stand above
  const { kindOf, termsOf } = useOrderWords();
  const day = useMarketClock(({ market }) => market?.marketDate);
  const { preview, terms, type, product, validity, disclosed, shares, quantity } = ticket;
  const figures = terms ? preview.data : undefined;
  const words = { quantity: shares === undefined ? '' : showCount(shares, language), code: stock.code };
  const action = t(side === 'buy' ? 'actionBuy' : 'actionSell', words);

  const takes = requiresFunds(side, product);
  const amount = figures && requiredFunds(figures, product);
  const lacking = takes && amount !== undefined && figures ? missingMoney(amount, figures.usable) : undefined;
  const label = !takes ? t('receives') : product === 'intraday' ? t('needsMargin') : t('needs');
  const costs = !isBeside && !isSideways && figures?.breakEven && (
    <span>
      {t('costsInShort', {
        charges: showMoney(figures.charges.total, language),
        price: showPrice(figures.breakEven, language),
      })}
    </span>
  );
  const needsWith = (kind: ReactNode) => (
    <div>
      <KeyValue total label={label}>
        <Money value={amount} hideable={false} />
      </KeyValue>
      {(kind || costs) && (
        <p className={css.costs}>
          {kind}
          {kind && costs && ' · '}
          {costs}
        </p>
      )}
    </div>
  );
  // What the swipe sends, where it is swiped: the choice may be out of sight. On the desk it is in sight.
  const needs = needsWith(!isBeside && <b>{kindOf(ticket)}</b>);
  const stop = figures?.warnings.find(isOwnLimit);
  if (figures?.warnings.includes('debt_open'))
    return (
      <Stopped needs={needs} act={<Recharge />}>
        <DebtWords wait={t('refusals:debt_open')} />
      </Stopped>
    );
  if (lacking)
    return (
      <Stopped needs={needs} act={<Recharge />}>
        {t('notEnough', { missing: showMoney(lacking, language) })}
        {figures?.usableLater && (
          <>
            {' '}
            {t('usableLater', {
              amount: showMoney(figures.usableLater.amount, language),
              from: showMarketDate(figures.usableLater.from, language),
            })}
          </>
        )}
      </Stopped>
    );
  if (stop !== undefined) {
    const more = (
      <Button look="secondary" onClick={() => onStopped(stop)}>
        {t('ownLimit')}
      </Button>
    );
    return (
      <Stopped needs={needs} act={more}>
        <StopWords wait={t(`refusals:${stop}`)} reason={stop} />
      </Stopped>
    );
  }

  const notTaken = refusalInPhase(
    { type, validity: validity === 'ioc' ? 'ioc' : 'day', hides: disclosed !== '' },
    phase,
  );
  const why =
    quantity.trim() === ''
      ? t('refusals:quantity_required')
      : !terms
        ? t('correctFirst')
        : notTaken !== undefined
          ? t(`refusals:${notTaken}`)
          : side === 'sell' && product === 'delivery' && figures?.sellableQuantity === 0
            ? t('noShares', { code: stock.code })
            : ticket.foreseen !== undefined
              ? t('correctFirst')
              : undefined;
  const queued = why === undefined && (phase === 'closed' || figures?.afterMarket === true);
  return (
    <div className={css.dock}>
      {needs}
      {(why !== undefined || queued) && (
        <p className={css.why} role="status">
          {why ?? t('afterMarket', { time: phaseTimes('closed', day ?? '', false).open })}
        </p>
      )}
      <SwipeToConfirm
        tone={side}
        label={t(isBeside ? `hold.${side}` : side === 'buy' ? 'swipeBuy' : 'swipeSell', words)}
        action={action}
        summary={
          <>
            <p className={css.terms}>{termsOf(ticket)}</p>
            {needsWith(false)}
          </>
        }
        form={form}
        onConfirm={onConfirm}
        disabled={why !== undefined || !figures}
        busy={busy}
      />
    </div>
  );
}

/** What the order needs, why it cannot be placed, and what can be done about that. */
function Stopped(props: { readonly needs: ReactNode; readonly act: ReactNode; readonly children: ReactNode }) {
  const { needs, act, children } = props;
  return (
    <div className={css.dock}>
      {needs}
      <div className={css.why} role="status">
        {children}
      </div>
      {act}
    </div>
  );
}

/** Needs the namespace `ticket`. */
function Recharge() {
  const { t } = useTranslation('ticket');
  return (
    <Button icon="recharge" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
      {t('recharge')}
    </Button>
  );
}

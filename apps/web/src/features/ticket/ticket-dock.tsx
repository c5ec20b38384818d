import { useTranslation } from 'react-i18next';
import { at, navigateTo } from '#shell/navigation.ts';
import { Money, useLanguage } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/card.tsx';
import { showCount, showMoney } from '#ui/number.ts';
import { SwipeToConfirm } from '#ui/swipe-to-confirm.tsx';
import { missingMoney } from './terms.ts';
import css from './ticket-dock.module.css';
import type { Side, Stock, Ticket } from './use-ticket.ts';

/** When continuous trading begins, in market time. */
const OPENS = '09:15';

type Props = {
  readonly ticket: Ticket;
  readonly stock: Stock;
  readonly side: Side;
  readonly busy: boolean;
  readonly onConfirm: () => void;
};

/** The amount, and the swipe that confirms it; or why there is nothing to confirm. Needs the namespace `ticket`. */
export function TicketDock({ ticket, stock, side, busy, onConfirm }: Props) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { preview, terms, hands, quantity } = ticket;
  const figures = terms ? preview.data : undefined;
  const warnings = figures?.warnings ?? [];
  const words = { quantity: hands === undefined ? '' : showCount(hands, language), code: stock.code };
  const action = side === 'buy' ? t('actionBuy', words) : t('actionSell', words);

  const lacking = side === 'buy' && figures && missingMoney(figures.total, figures.available);
  const needs = (
    <KeyValue total label={side === 'buy' ? t('needs') : t('receives')}>
      <Money value={figures?.total} hideable={false} />
    </KeyValue>
  );
  if (lacking) {
    return (
      <div className={css.dock}>
        {needs}
        <p className={css.why} role="status">
          {t('notEnough', { missing: showMoney(lacking, language) })}
        </p>
        <Button icon="recharge" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
          {t('recharge')}
        </Button>
      </div>
    );
  }

  const why =
    quantity.trim() === ''
      ? t('enterQuantity')
      : !terms
        ? t('correctFirst')
        : side === 'sell' && figures?.sellableQuantity === 0
          ? t('noShares', { code: stock.code })
          : warnings.includes('market_closed')
            ? t('marketClosed', { time: OPENS })
            : warnings.includes('insufficient_holdings')
              ? t('correctFirst')
              : undefined;
  return (
    <div className={css.dock}>
      {needs}
      {why !== undefined && (
        <p className={css.why} role="status">
          {why}
        </p>
      )}
      <SwipeToConfirm
        tone={side}
        label={side === 'buy' ? t('swipeBuy', words) : t('swipeSell', words)}
        action={action}
        summary={<KeyValue label={action}>{figures ? showMoney(figures.total, language) : '–'}</KeyValue>}
        onConfirm={onConfirm}
        disabled={why !== undefined || !figures}
        busy={busy}
      />
    </div>
  );
}

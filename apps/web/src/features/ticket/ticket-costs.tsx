import { useTranslation } from '#i18n/use-translation.ts';
import { paise, rupees } from '@khara/money';
import { useCall } from '#api/use-call.ts';
import { ChargeList } from '#features/orders/charge-list.tsx';
import { Term } from '#features/terms/term.tsx';
import { labelled } from '#i18n/joined.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { hasLimit, orderValue } from './terms.ts';
import css from './ticket-costs.module.css';
import type { Preview, Side, Ticket } from './use-ticket.ts';

type Props = {
  readonly ticket: Ticket;
  readonly code: string;
  readonly side: Side;
};

/**
 * Said before the tap: value, every charge, break-even, what is left, the figures that are asked for most first.
 * Old figures stay, dimmed, until the new ones come. Needs `ticket` and `orders`.
 */
export function TicketCosts({ ticket, code, side }: Props) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { preview, dimmed, terms, type, product, shares } = ticket;
  const figures = terms ? preview.data : undefined;

  // What a limit order is worth needs no server: it is shown while one types.
  const own = hasLimit(type) && terms ? orderValue(shares, ticket.limit) : undefined;
  const limited = hasLimit(type) && ticket.limit !== undefined;
  const words = {
    // Quantity, price and value of one line are of one moment: typed ones, or those the server worked with.
    quantity: limited
      ? shares === undefined
        ? '–'
        : showCount(shares, language)
      : showCount(figures?.quantity, language),
    price: showPrice(limited && ticket.limit !== undefined ? rupees(ticket.limit) : figures?.price, language),
  };
  const valueLabel = t(hasLimit(type) ? 'value' : side === 'buy' ? 'valueMarket' : 'valueMarketSell', words);

  return (
    <section className={css.costs} aria-busy={dimmed}>
      <KeyValue label={valueLabel}>
        <Money value={own ?? figures?.value} hideable={false} />
      </KeyValue>
      <div className={cx(css.figures, dimmed && css.dimmed)}>
        {figures ? (
          <ChargeList charges={figures.charges} label={t('charges')} />
        ) : (
          <KeyValue label={t('charges')}>–</KeyValue>
        )}
        {figures?.breakEven && (
          <KeyValue label={<Term name="breakEven">{t('breakEven')}</Term>}>
            <Price value={figures.breakEven} />
          </KeyValue>
        )}
        {product === 'intraday' && (
          <KeyValue label={<Term name="margin">{t('margin')}</Term>}>
            <Money value={figures?.margin} hideable={false} />
          </KeyValue>
        )}
        {figures?.marginRate && <MarginFrom margin={figures.marginRate} />}
        {side === 'sell' && product === 'delivery' && (
          <KeyValue label={t('canSell')}>{showCount(preview.data?.sellableQuantity, language)}</KeyValue>
        )}
        <KeyValue label={t('availableAfter')}>
          {/* Below zero it is no balance: the dock says what is missing. */}
          <Money
            value={figures?.availableAfter.startsWith('-') ? undefined : figures?.availableAfter}
            hideable={false}
          />
        </KeyValue>
        {figures?.estimates && <Estimates side={side} total={figures.charges.total} estimates={figures.estimates} />}
        {side === 'buy' && <LeastPurchase code={code} />}
      </div>
      {preview.failure && (
        <button type="button" className={css.again} onClick={() => void preview.again()}>
          {t('previewFailed')}
          <small>{preview.failure.message}</small>
        </button>
      )}
    </section>
  );
}

/**
 * A share that is bought and sold within a day is charged less: known for sure when the day is over. Said is what
 * differs from the charges of this order now.
 */
function Estimates({
  side,
  total,
  estimates: { kept, sameDay, netsNow },
}: {
  readonly side: Side;
  readonly total: string;
  readonly estimates: NonNullable<Preview['estimates']>;
}) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  return (
    <>
      {kept !== total && (
        <KeyValue label={side === 'buy' ? t('ifKept') : t('ifDelivered')}>
          <Money value={kept} hideable={false} />
        </KeyValue>
      )}
      {sameDay !== total && (
        <KeyValue label={<Term name="netting">{side === 'buy' ? t('ifSold') : t('ifBought')}</Term>}>
          <Money value={sameDay} hideable={false} />
        </KeyValue>
      )}
      {netsNow > 0 && <p className={css.nets}>{t('netsToday', { n: showCount(netsNow, language) })}</p>}
    </>
  );
}

/** What the margin of the share is today, and what that comes from. */
function MarginFrom({ margin }: { readonly margin: NonNullable<Preview['marginRate']> }) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const shown = {
    rate: showPrice(margin.rate, language),
    var: showPrice(margin.var, language),
    elm: showPrice(margin.elm, language),
  };
  const sum = (paise(margin.var) ?? 0n) + (paise(margin.elm) ?? 0n);
  const isLeast = sum < (paise(margin.rate) ?? 0n);
  return (
    <p className={css.nets}>{labelled(t('marginRate'), isLeast ? t('marginLeast', shown) : t('marginFrom', shown))}</p>
  );
}

/** The least that buys something of it. */
function LeastPurchase({ code }: { readonly code: string }) {
  const { t } = useTranslation('ticket');
  const { data } = useCall('minimumPurchase', { code });
  return (
    <KeyValue label={t('minimumPurchase')}>
      <Money value={data?.minimum} hideable={false} />
    </KeyValue>
  );
}

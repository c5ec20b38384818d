import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { QuickPicks, Segmented } from '#ui/choice.tsx';
import { Field, Stepper } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showCount, showPrice } from '#ui/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { quickQuantities } from './terms.ts';
import css from './ticket-form.module.css';
import type { OrderKind, Stock, Ticket, Validity } from './use-ticket.ts';

/** A price of more characters takes more of the line, in smaller letters. */
const LONG = 8;

type Props = {
  readonly stock: Stock;
  readonly ticket: Ticket;
  /** What stands under a field instead of its hint. */
  readonly errorOf: (field: 'quantity' | 'price') => string | undefined;
};

/** Product, quantity beside price, order type, validity. Needs the namespace `ticket`. */
export function TicketForm({ stock, ticket, errorOf }: Props) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { preview, type, hand } = ticket;
  const most = preview.data?.maxQuantity;
  const quick = quickQuantities(most ?? 0);
  const count = (value: number): string => showCount(value, language);

  return (
    <section className={css.form}>
      <Segmented
        label={t('product')}
        value="delivery"
        onChange={() => undefined}
        options={[
          { value: 'delivery', label: t('delivery') },
          { value: 'intraday', label: t('intraday'), disabled: t('intradaySoon') },
        ]}
      />
      <p className={css.hint}>
        {t('deliveryHint')} {t('intradaySoon')}
      </p>

      <div className={cx(css.two, ticket.price.length > LONG && css.long)}>
        <div>
          <Stepper
            label={t('quantity')}
            value={ticket.quantity}
            onChange={ticket.setQuantity}
            onStep={ticket.stepQuantity}
            lessLabel={t('quantityLess')}
            moreLabel={t('quantityMore')}
            hint={t('handIs', { count: hand, max: most === undefined ? '–' : count(most) })}
            error={errorOf('quantity')}
          />
        </div>
        <div>
          {type === 'limit' ? (
            <Stepper
              label={t('price')}
              inputMode="decimal"
              value={ticket.price}
              onChange={ticket.setPrice}
              onStep={ticket.stepPrice}
              lessLabel={t('priceLess')}
              moreLabel={t('priceMore')}
              hint={bandHint(stock)}
              error={errorOf('price')}
            />
          ) : (
            <Field
              label={t('price')}
              value={t('atMarket')}
              readOnly
              hint={`${t('protectedPrice')} ${showPrice(ticket.protectedPrice, language)}`}
            />
          )}
        </div>
      </div>
      {quick.length > 0 && most !== undefined && (
        <QuickPicks
          label={t('quantity')}
          value={ticket.quantity}
          onPick={ticket.setQuantity}
          options={[
            ...quick.map((each) => ({ value: count(each), label: count(each) })),
            { value: count(most), label: t('max', { n: count(most) }) },
          ]}
        />
      )}

      <p className={css.label}>{t('orderType')}</p>
      <Segmented<OrderKind | 'sl' | 'sl_m'>
        label={t('orderType')}
        value={type}
        onChange={(next) => (next === 'market' || next === 'limit') && ticket.setType(next)}
        options={[
          { value: 'market', label: t('market') },
          { value: 'limit', label: t('limit') },
          { value: 'sl', label: t('sl'), disabled: t('stopSoon') },
          { value: 'sl_m', label: t('sl_m'), disabled: t('stopSoon') },
        ]}
      />
      <p className={css.hint}>
        {type === 'limit' ? t('limitHint') : t('marketHint', { price: showPrice(ticket.protectedPrice, language) })}{' '}
        {t('stopSoon')}
      </p>
      <ValidityRow value={ticket.validity} onChange={ticket.setValidity} />
    </section>
  );

  function bandHint({ bandLow, bandHigh, tickSize }: Stock): string {
    return bandLow === null || bandHigh === null
      ? t('tickIs', { tick: showPrice(tickSize, language) })
      : t('band', { low: showPrice(bandLow, language), high: showPrice(bandHigh, language) });
  }
}

/** One line that opens to the choice: most orders never need it. */
function ValidityRow({ value, onChange }: { readonly value: Validity; readonly onChange: (value: Validity) => void }) {
  const { t } = useTranslation(['ticket', 'orders']);
  const [open, setOpen] = useState(false);
  const choices = [
    ['day', t('orders:validity.day'), t('dayText')],
    ['ioc', t('orders:validity.ioc'), t('iocText')],
  ] as const;
  return (
    <>
      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>
          <Trans
            t={t}
            i18nKey="validity"
            values={{ validity: t(`orders:validity.${value}`) }}
            components={{ 1: <b />, 2: <b /> }}
          />
        </span>
        <Icon name="go" size={18} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('validityTitle')}>
        <div role="radiogroup" aria-label={t('validityTitle')} className={css.choices}>
          {choices.map(([each, title, text]) => (
            <label key={each} className={cx(css.choice, each === value && css.chosen)}>
              <input
                type="radio"
                name="validity"
                checked={each === value}
                onChange={() => {
                  onChange(each);
                  setOpen(false);
                }}
              />
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
              {each === value && <Icon name="check" size={20} />}
            </label>
          ))}
        </div>
        <Note className={css.note ?? ''}>{t('disclosedSoon')}</Note>
      </Sheet>
    </>
  );
}

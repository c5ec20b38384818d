import type { Data } from '@khara/contract';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { readQuantity, stepQuantity } from '#features/ticket/terms.ts';
import type { Product } from '#features/ticket/use-ticket.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ErrorCard, SkeletonRows } from '#ui/states.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { toast } from '#ui/toast.ts';
import css from './convert-sheet.module.css';
import type { DayPosition } from './day-totals.ts';

type Props = { readonly position: DayPosition | undefined; readonly open: boolean; readonly onClose: () => void };

/** Makes delivery of intraday shares of the day, or the other way round. Needs `positions`, `ticket` and `refusals`. */
export function ConvertSheet({ position, open, onClose }: Props) {
  const { t } = useTranslation('positions');
  const to = position?.product === 'intraday' ? 'delivery' : 'intraday';
  const title = position ? { code: position.code, from: t(position.product), to: t(to) } : undefined;
  return (
    <Sheet open={open} onClose={onClose} title={title ? t('convertTitle', title) : t('convert')}>
      {position && open && (
        <ConvertForm key={`${position.code} ${position.product}`} position={position} to={to} onDone={onClose} />
      )}
    </Sheet>
  );
}

function ConvertForm({
  position: { code, product, convertible },
  to,
  onDone,
}: {
  readonly position: DayPosition;
  readonly to: Product;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation(['positions', 'ticket', 'orders', 'refusals']);
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const most = Math.floor(convertible / lotSize);
  const [text, setText] = useState(() => showCount(most, language));
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const password = useTransactionPassword();
  const lots = readQuantity(text);
  const isAsked = lots !== undefined && lots > 0;
  const { data, failure, outdated, again } = useCall(
    'previewProductChange',
    { code, product: to, ...(isAsked && { quantity: lots }) },
    { keep: true, refetchMs: 5000, enabled: isAsked },
  );
  const [warning] = data && !outdated ? data.warnings : [];
  const asked = { asked: isAsked ? showCount(lots * lotSize, language) : '' };
  const error = !isAsked
    ? t('refusals:quantity_required')
    : lots > most
      ? t('orders:limits.above_convertible', { ...asked, convertible: showCount(convertible, language) })
      : undefined;
  const money = ({ needed, usable }: { readonly needed: string; readonly usable: string }) => ({
    needed: showPrice(needed, language),
    usable: showPrice(usable, language),
  });
  const stops =
    warning === 'insufficient_funds' && data
      ? data.marginRate
        ? t('orders:limits.insufficient_funds_margin', {
            ...money(data),
            rate: showPrice(data.marginRate.rate, language),
          })
        : t('orders:limits.insufficient_funds', money(data))
      : warning === undefined || error !== undefined
        ? undefined
        : t(`refusals:${warning}` as 'refusals:above_convertible');

  async function change(): Promise<void> {
    if (!isAsked) return;
    setBusy(true);
    const confirming = { title: t('convertTitle', { code, from: t(product), to: t(to) }), text: text };
    const result = await password.confirm(confirming, (transactionPassword) =>
      mutate('changeProduct', {
        code,
        product: to,
        quantity: lots,
        ...(transactionPassword !== undefined && { transactionPassword }),
      }),
    );
    setBusy(false);
    if (!result) return;
    refresh(AFTER_ORDER);
    if (result.ok || result.outcomeUnknown) {
      toast(t(result.ok ? 'convertDone' : 'convertUnknown'), { urgent: !result.ok });
      onDone();
    } else setRefusal(result.message);
  }

  return (
    <>
      <form
        hidden={password.asking}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <p className={css.text}>{t(to === 'delivery' ? 'convertToDelivery' : 'convertToIntraday')}</p>
        <Stepper
          label={t('ticket:quantity')}
          value={text}
          onChange={(next) => {
            setRefusal(undefined);
            setText(next);
          }}
          onStep={(direction) => setText(showCount(stepQuantity(lots, direction, most), language))}
          lessLabel={t('ticket:quantityLess')}
          moreLabel={t('ticket:quantityMore')}
          hint={t('convertMost', { n: showCount(convertible, language) })}
          error={error}
        />
        {failure && !data ? (
          <ErrorCard cause={failure.message} onRetry={() => void again()} />
        ) : data ? (
          <div aria-busy={outdated}>
            <Sums preview={data} to={to} />
          </div>
        ) : (
          <SkeletonRows rows={3} />
        )}
        {(refusal ?? stops) !== undefined && (
          <p className={css.refused} role="alert">
            {refusal ?? stops}
          </p>
        )}
        <Button busy={busy} disabled={error !== undefined || stops !== undefined || !data || outdated} type="submit">
          {t('convert')}
        </Button>
      </form>
      {password.sheet}
    </>
  );
}

/** What the change frees and what it needs. */
function Sums({ preview, to }: { readonly preview: Data<'previewProductChange'>; readonly to: Product }) {
  const { t } = useTranslation('positions');
  const isDelivery = to === 'delivery';
  return (
    <>
      <KeyValue label={t('convertValue')}>
        <Money value={preview.value} />
      </KeyValue>
      {isDelivery && (
        <KeyValue label={t('convertCharges')}>
          <Money value={preview.charges} />
        </KeyValue>
      )}
      <KeyValue label={t(isDelivery ? 'convertMarginNow' : 'convertPaidNow')}>
        <Money value={preview.comesBack} />
      </KeyValue>
      <KeyValue total label={t(isDelivery ? 'convertNeeded' : 'convertMargin')}>
        <Money value={preview.needed} />
      </KeyValue>
      <KeyValue label={t('convertUsable')}>
        <Money value={preview.usable} /> → <Money value={preview.usableAfter} />
      </KeyValue>
    </>
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { Money, useLanguage } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { KeyValue } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showMoney } from '#ui/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showCountdown, showMoment } from '#ui/time.ts';
import { toast } from '#ui/toast.ts';
import css from './recharge-sheet.module.css';
import { isWaiting, reasonKey, STATUS_LOOK, type RechargeOrder } from './recharge-status.ts';
import { useNow } from './use-now.ts';

const Qr = lazy(() => import('./qr.tsx'));

const WAITING_MS = 1500;
const SETTLED_MS = 5000; // a bank may take a recharge back seconds after it passed

type Props = {
  /** The order as it was last told; undefined while the sheet is closed. It is followed from here. */
  readonly order: RechargeOrder | undefined;
  /** The amount of a recharge whose answer was lost, in words: the server is being asked. */
  readonly checking?: string | undefined;
  /** Told with the order as it stood then. */
  readonly onClose: (order?: RechargeOrder) => void;
  /** Offered when the recharge is over; absent where there is no form behind the sheet. */
  readonly onAgain?: (() => void) | undefined;
};

/** One recharge: whom to pay while it waits, and what became of it. It passes by itself. Needs the namespaces `recharge` and `common`. */
export function RechargeSheet({ order: told, checking, onClose, onAgain }: Props) {
  const { t } = useTranslation(['recharge', 'common']);
  const order = useFollowed(told);
  const title = order ? (isWaiting(order) ? t('payTo') : t(`status.${order.status}`)) : t('common:checking');
  return (
    <Sheet
      open={order !== undefined || checking !== undefined}
      onClose={() => onClose(order)}
      title={title}
      dock={
        order &&
        (isWaiting(order) ? <GiveUp order={order} /> : <Over onClose={() => onClose(order)} onAgain={onAgain} />)
      }
    >
      {order ? (
        <>
          {isWaiting(order) ? <PayTo order={order} /> : <Outcome order={order} />}
          <Facts order={order} />
        </>
      ) : (
        <div className={css.outcome} role="status">
          <span className={cx(css.sign, css.accent)}>
            <Icon name="clock" size={30} />
          </span>
          <b>{t('checking')}</b>
          <p>{checking}</p>
          <p>{t('checkingText')}</p>
        </div>
      )}
    </Sheet>
  );
}

/** The newest state of an order that is known: its own, or a later one of the list, which is asked for while the sheet is open and after each wallet event. */
function useFollowed(told: RechargeOrder | undefined): RechargeOrder | undefined {
  const [last, setLast] = useState(told); // what a closing sheet goes on to show
  const { data } = useCall(
    'recharges',
    { size: 20 },
    { enabled: told !== undefined, refetchMs: last && !isWaiting(last) ? SETTLED_MS : WAITING_MS },
  );
  const found = data?.list.find((one) => one.orderNumber === told?.orderNumber);
  const order = told && found && found.updatedAt >= told.updatedAt ? found : told;
  useEffect(() => {
    setLast(order);
  }, [order]);
  const status = order?.status;
  useEffect(() => {
    if (status !== undefined && status !== 'in_transfer') refresh(AFTER_MONEY);
  }, [status]);
  return order;
}

function PayTo({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const now = useNow(1000);
  const { payTo } = order;
  return (
    <>
      {payTo.qr !== '' && ( // not asked of the bank yet: after a crash, until the next answer
        <Suspense fallback={<div className={css.qrPlace} />}>
          <Qr text={payTo.qr} label={t('payToNote')} stamp={t('simulated')} />
        </Suspense>
      )}
      <p className={css.amount}>
        <Money value={order.amount} currency={order.currency} hideable={false} />
      </p>
      <Note tone="gold" className={css.note ?? ''}>
        {t('payToNote')}
      </Note>
      <div className={css.waiting} role="status">
        <Icon name="clock" size={20} />
        <span>
          <b>{t('waiting')}</b>
          {t('waitingText')}
        </span>
        <time aria-label={t('expires', { time: showCountdown(order.expiresAt - now) })}>
          {showCountdown(order.expiresAt - now)}
        </time>
      </div>
      <KeyValue label={payTo.vpa === undefined ? t('payTo') : t('upiId')}>
        <span className={css.copyable}>
          {payTo.vpa ?? payTo.name}
          <CopyButton text={payTo.vpa ?? payTo.name} />
        </span>
      </KeyValue>
    </>
  );
}

function Outcome({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const { icon } = STATUS_LOOK[order.status];
  const amount = showMoney(order.amount, language, { currency: order.currency });
  const passed = order.status === 'passed';
  const reversed = order.reason === 'reversed';
  return (
    <div className={css.outcome} role={order.status === 'failed' ? 'alert' : 'status'}>
      <span className={cx(css.sign, css[STATUS_LOOK[order.status].tone])}>
        <Icon name={icon} size={30} />
      </span>
      <b>{passed ? t('passedTitle', { amount }) : t(order.status === 'revoked' ? 'revokedTitle' : 'failedTitle')}</b>
      {order.status === 'failed' && (
        <>
          {order.reason !== null && <p>{t(`reason.${reasonKey(order.reason)}`)}</p>}
          <p>{t(reversed ? 'reversedText' : 'failedText')}</p>
        </>
      )}
    </div>
  );
}

function Facts({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  return (
    <>
      {!isWaiting(order) && (
        <KeyValue label={t('amount')}>
          <Money value={order.amount} currency={order.currency} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={t('channel')}>{order.channelType}</KeyValue>
      <KeyValue label={t('reference')}>
        <span className={css.copyable}>
          {order.orderNumber}
          <CopyButton text={order.orderNumber} />
        </span>
      </KeyValue>
      <KeyValue label={t('askedAt')}>{showMoment(order.at, language)}</KeyValue>
      {!isWaiting(order) && <KeyValue label={t('settledAt')}>{showMoment(order.updatedAt, language)}</KeyValue>}
    </>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon="copy"
      size={18}
      className={css.copy ?? ''}
      label={`${t('copy')} ${text}`}
      onClick={() => void copyText(text)}
    />
  );
}

/** Giving up asks once more, in the same place. */
function GiveUp({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation(['recharge', 'common']);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    const result = await call('revokeRecharge', { id: order.orderNumber });
    setBusy(false);
    setAsking(false);
    if (result.ok) toast(t('revoked'));
    else toast(result.message, { urgent: true });
    refresh(AFTER_MONEY);
  };
  if (!asking) {
    return (
      <Button look="line" onClick={() => setAsking(true)}>
        {t('revoke')}
      </Button>
    );
  }
  return (
    <div className={css.ask}>
      <p role="alert">{t('revokeAsk')}</p>
      <div className={css.pair}>
        <Button look="secondary" onClick={() => setAsking(false)}>
          {t('keep')}
        </Button>
        <Button busy={busy} onClick={() => void revoke()}>
          {t('revoke')}
        </Button>
      </div>
    </div>
  );
}

function Over({ onClose, onAgain }: { readonly onClose: () => void; readonly onAgain: (() => void) | undefined }) {
  const { t } = useTranslation('recharge');
  return (
    <>
      {onAgain && (
        <Button look="secondary" onClick={onAgain}>
          {t('again')}
        </Button>
      )}
      <Button onClick={onClose}>{t('done')}</Button>
    </>
  );
}

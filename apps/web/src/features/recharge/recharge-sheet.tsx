import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { useService } from '#features/service/use-service.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showMoney } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showMomentSeconds } from '#lib/time.ts';
import { Timeline } from '#ui/timeline.tsx';
import { CopyLine } from '#features/money/copy-line.tsx';
import { GiveUp } from '#features/money/give-up.tsx';
import { OutcomeHead } from '#features/money/outcome-head.tsx';
import payment from '#features/money/payment-sheet.module.css';
import css from './recharge-sheet.module.css';
import { isWaiting, reasonKey, STATUS_LOOK, type RechargeOrder } from './recharge-status.ts';
import { CheckingHead } from '#features/money/checking-head.tsx';
import { useFollowed } from '#features/money/use-followed.ts';
import { useNow } from '#features/money/use-now.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const Qr = lazyPart(() => import('#features/money/qr.tsx'));

type Props = {
  /** The order as last received; undefined while the sheet is closed. It is followed from here. */
  readonly order: RechargeOrder | undefined;
  /** The amount of a recharge whose answer was lost, in words: the server is being asked. */
  readonly checking?: string | undefined;
  /** Called with the order as it stood then. */
  readonly onClose: (order?: RechargeOrder) => void;
  /** Offered when the recharge is over; absent where there is no form behind the sheet. */
  readonly onAgain?: (() => void) | undefined;
};

/**
 * One recharge: whom to pay while it waits, and what became of it. It passes by itself. Needs the namespaces
 * `recharge` and `common`.
 */
export function RechargeSheet({ order: received, checking, onClose, onAgain }: Props) {
  const { t } = useTranslation(['recharge', 'common']);
  const followed = useFollowed('recharges', received, isWaiting);
  const order = checking === undefined ? followed : undefined;
  const title = order ? (isWaiting(order) ? t('payTo') : t(`status.${order.status}`)) : t('common:checking');
  return (
    <Sheet
      open={received !== undefined || checking !== undefined}
      onClose={() => onClose(order)}
      title={title}
      dock={
        order &&
        (isWaiting(order) ? <Revoke order={order} /> : <Over onClose={() => onClose(order)} onAgain={onAgain} />)
      }
    >
      {order ? (
        <>
          {isWaiting(order) ? <PayTo order={order} /> : <Outcome order={order} />}
          <Unmatched order={order} />
          <Facts order={order} />
        </>
      ) : (
        <CheckingHead title={t('checking')} what={checking} text={t('checkingText')} />
      )}
    </Sheet>
  );
}

function PayTo({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation(['recharge', 'answers']);
  const now = useNow(1000);
  const { payTo } = order;
  const byPeople = order.reviewer === 'people';
  return (
    <>
      {payTo.qr !== '' && ( // not asked of the bank yet: after a crash, until the next answer
        <Qr wait={<div className={css.qrPlace} />} text={payTo.qr} label={t('payToNote')} stamp={t('simulated')} />
      )}
      <p className={css.amount}>
        <Money value={order.amount} currency={order.currency} hideable={false} />
      </p>
      <Note tone="gold">{t(payTo.vpa === undefined ? 'payToNoteOther' : 'payToNote')}</Note>
      <div className={css.waiting}>
        <Icon name="clock" size={20} />
        <span role="status">
          <b>{t(byPeople ? 'answers:submittedContact' : 'waiting')}</b>
          {!byPeople && t('waitingText')}
        </span>
        <Countdown left={order.expiresAt - now} label={(time) => t('expires', { time })} />
      </div>
      {byPeople && <Support />}
      {payTo.vpa !== undefined && <CopyLine label={t('upiId')} text={payTo.vpa} />}
      {payTo.accountNumber !== undefined && <CopyLine label={t('accountNumber')} text={payTo.accountNumber} />}
      {payTo.ifsc !== undefined && <CopyLine label={t('ifsc')} text={payTo.ifsc} />}
      {payTo.address !== undefined && (
        <CopyLine label={t('addressOf', { network: payTo.network ?? order.channelType })} text={payTo.address} />
      )}
      <KeyValue label={t('payee')}>{payTo.name}</KeyValue>
    </>
  );
}

function Outcome({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const amount = showMoney(order.amount, language, { currency: order.currency });
  const title =
    order.status === 'passed'
      ? t('passedTitle', { amount })
      : t(order.status === 'revoked' ? 'revokedTitle' : 'failedTitle');
  return (
    <OutcomeHead {...STATUS_LOOK[order.status]} title={title}>
      {order.status === 'failed' && (
        <>
          {order.reason !== null && <p>{t(`reason.${reasonKey(order.reason)}`)}</p>}
          <p>{t(order.reason === 'reversed' ? 'reversedText' : 'failedText')}</p>
        </>
      )}
    </OutcomeHead>
  );
}

/** Money that came for it and is not in the wallet: what became of it, and whom to ask. */
function Unmatched({ order: { unmatched } }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  if (!unmatched) return null;
  const amount = showMoney(unmatched.amount, language, { currency: unmatched.currency });
  return (
    <Note tone="sky">
      <b>{t('unmatchedTitle', { amount })}</b>
      <p>{t(unmatched.state === 'held' ? 'unmatchedHeld' : 'unmatchedSentBack')}</p>
      {unmatched.state === 'held' && <Support />}
    </Note>
  );
}

function Support() {
  const { t } = useTranslation('recharge');
  const service = useService();
  return (
    <button type="button" className={payment.link} onClick={service.open}>
      {t('unmatchedSupport')}
    </button>
  );
}

function Facts({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const asked = { key: 'asked', title: t('askedAt'), time: showMomentSeconds(order.at, language) };
  return (
    <>
      {!isWaiting(order) && (
        <KeyValue label={t('amount')}>
          <Money value={order.amount} currency={order.currency} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={t('channel')}>{order.channelType}</KeyValue>
      <CopyLine label={t('reference')} text={order.orderNumber} />
      <div className={payment.steps}>
        <Timeline
          steps={
            isWaiting(order)
              ? [asked]
              : [
                  {
                    key: 'settled',
                    title: t(`status.${order.status}`),
                    text: order.reason === null ? undefined : t(`reason.${reasonKey(order.reason)}`),
                    time: showMomentSeconds(order.updatedAt, language),
                  },
                  asked,
                ]
          }
        />
        <p className={payment.real}>{t('realTime')}</p>
      </div>
    </>
  );
}

function Revoke({ order }: { readonly order: RechargeOrder }) {
  const { t } = useTranslation('recharge');
  const words = { revoke: t('revoke'), ask: t('revokeAsk'), keep: t('keep'), revoked: t('revoked') };
  return <GiveUp words={words} run={() => call('revokeRecharge', { id: order.orderNumber })} />;
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

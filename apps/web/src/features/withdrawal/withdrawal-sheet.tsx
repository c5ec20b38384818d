import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { CopyLine } from '#features/money/copy-line.tsx';
import { GiveUp } from '#features/money/give-up.tsx';
import { OutcomeHead } from '#features/money/outcome-head.tsx';
import { navigateTo } from '#shell/navigation.ts';
import { Money, useLanguage } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/card.tsx';
import { showMoney, signOf } from '#ui/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showMomentSeconds } from '#ui/time.ts';
import { Timeline } from '#ui/timeline.tsx';
import css from './withdrawal-sheet.module.css';
import { isUnderWay, lowersScore, reasonKey, STATUS_LOOK, stepsOf, type WithdrawalOrder } from './withdrawal-status.ts';

const WAITING_MS = 1500;
const SETTLED_MS = 5000; // a bank may return a payout seconds after it was paid

type Props = {
  /** The order as it was last told; undefined while the sheet is closed. It is followed from here. */
  readonly order: WithdrawalOrder | undefined;
  /** The amount of a withdrawal whose answer was lost, in words: the server is being asked. */
  readonly checking?: string | undefined;
  readonly onClose: () => void;
};

/** One withdrawal: where it stands, each of its steps with its real instant, and giving it up. Needs the namespaces `withdrawal` and `common`. */
export function WithdrawalSheet({ order: told, checking, onClose }: Props) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const order = useFollowed(told);
  return (
    <Sheet
      open={told !== undefined || checking !== undefined}
      onClose={onClose}
      title={order ? t(`status.${order.status}`) : t('common:checking')}
      dock={order && (order.revocable ? <Revoke order={order} /> : <Button onClick={onClose}>{t('done')}</Button>)}
    >
      {order ? (
        <>
          <Outcome order={order} />
          <Facts order={order} />
        </>
      ) : (
        <OutcomeHead tone="accent" icon="clock" title={t('checking')}>
          <p>{checking}</p>
          <p>{t('checkingText')}</p>
        </OutcomeHead>
      )}
    </Sheet>
  );
}

/** The newest state that is known: the one told, or a later one of the list, which is asked for while the sheet is open and after each wallet event. */
function useFollowed(told: WithdrawalOrder | undefined): WithdrawalOrder | undefined {
  const [last, setLast] = useState(told); // what a closing sheet goes on to show
  const { data } = useCall(
    'withdrawals',
    { size: 20 },
    { enabled: told !== undefined, refetchMs: last && !isUnderWay(last) ? SETTLED_MS : WAITING_MS },
  );
  const found = data?.list.find((one) => one.orderNumber === told?.orderNumber);
  const order = told && found && found.updatedAt >= told.updatedAt ? found : told;
  useEffect(() => {
    if (order) setLast(order);
  }, [order]);
  const status = order?.status;
  useEffect(() => {
    if (status !== undefined) refresh(AFTER_MONEY);
  }, [status]);
  return order ?? last;
}

function Outcome({ order }: { readonly order: WithdrawalOrder }) {
  const { t } = useTranslation('withdrawal');
  const language = useLanguage();
  const net = showMoney(order.net, language, { currency: order.currency });
  const title = {
    in_transfer: t('waitingTitle', { amount: net }),
    passed: t('waitingTitle', { amount: net }),
    paid: t('paidTitle', { amount: net }),
    failed: t('failedTitle'),
    revoked: t('revokedTitle'),
  }[order.status];
  return (
    <OutcomeHead {...STATUS_LOOK[order.status]} title={title}>
      {order.status === 'failed' && (
        <>
          {order.reason !== null && <p>{t(`reason.${reasonKey(order.reason)}`)}</p>}
          <p>{t('failedText')}</p>
          {lowersScore(order) && (
            <button type="button" className={css.link} onClick={() => navigateTo('/pages/personal/credit/index')}>
              {t('scoreChanged')}
            </button>
          )}
        </>
      )}
    </OutcomeHead>
  );
}

function Facts({ order }: { readonly order: WithdrawalOrder }) {
  const { t } = useTranslation('withdrawal');
  const language = useLanguage();
  const { to, currency } = order;
  return (
    <>
      <KeyValue label={t('amount')}>
        <Money value={order.amount} currency={currency} hideable={false} />
      </KeyValue>
      <KeyValue label={t('feeTax')}>
        {signOf(order.fee) === 0 ? t('noFee') : <Money value={order.fee} currency={currency} hideable={false} />}
      </KeyValue>
      <KeyValue label={t('net')} total>
        <Money value={order.net} currency={currency} hideable={false} />
      </KeyValue>
      {to.address === undefined ? (
        <KeyValue label={t('to')}>
          {to.bankName}, {to.accountNumber}, {order.channelType}
        </KeyValue>
      ) : (
        <CopyLine label={to.network ?? t('address')} text={to.address} />
      )}
      <CopyLine label={t('reference')} text={order.orderNumber} />
      <div className={css.steps}>
        <Timeline
          steps={stepsOf(order).map(({ status, at }) => ({
            key: status,
            title: t(`step.${status}`),
            text: t(`stepText.${status}`),
            done: at !== undefined,
            time: at === undefined ? t('toCome') : showMomentSeconds(at, language),
          }))}
        />
        <p className={css.real}>{t('realTime')}</p>
      </div>
    </>
  );
}

function Revoke({ order }: { readonly order: WithdrawalOrder }) {
  const { t } = useTranslation('withdrawal');
  const words = { revoke: t('revoke'), ask: t('revokeAsk'), keep: t('keep'), revoked: t('revoked') };
  return <GiveUp words={words} run={() => call('revokeWithdrawal', { id: order.orderNumber })} />;
}

import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { CheckingHead } from '#features/money/checking-head.tsx';
import { CopyLine } from '#features/money/copy-line.tsx';
import { GiveUp } from '#features/money/give-up.tsx';
import { OutcomeHead } from '#features/money/outcome-head.tsx';
import { useFollowed } from '#features/money/use-followed.ts';
import { navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { showMoney, signOf } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showMomentSeconds } from '#lib/time.ts';
import { Timeline } from '#ui/timeline.tsx';
import css from '#features/money/payment-sheet.module.css';
import {
  isUnderWay,
  lowersScore,
  reasonKey,
  STATUS_LOOK,
  withdrawalSteps,
  type WithdrawalOrder,
} from './withdrawal-status.ts';

type Props = {
  /** The order as last received; undefined while the sheet is closed. It is followed from here. */
  readonly order: WithdrawalOrder | undefined;
  /** The amount of a withdrawal whose answer was lost, in words: the server is being asked. */
  readonly checking?: string | undefined;
  readonly onClose: () => void;
};

/**
 * One withdrawal: where it stands, each of its steps with its real instant, and giving it up. Needs the
 * namespaces `withdrawal` and `common`.
 */
export function WithdrawalSheet({ order: received, checking, onClose }: Props) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const followed = useFollowed('withdrawals', received, isUnderWay);
  const order = checking === undefined ? followed : undefined;
  return (
    <Sheet
      open={received !== undefined || checking !== undefined}
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
        <CheckingHead title={t('checking')} what={checking} text={t('checkingText')} />
      )}
    </Sheet>
  );
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
      {order.status !== 'failed' && order.status !== 'revoked' && (
        <KeyValue label={t('net')} total>
          <Money value={order.net} currency={currency} hideable={false} />
        </KeyValue>
      )}
      {to.address === undefined ? (
        <KeyValue label={t('to')}>
          {listed(...[to.bankName, to.accountNumber, order.channelType].filter((part) => part !== undefined))}
        </KeyValue>
      ) : (
        <CopyLine label={to.network ?? t('address')} text={to.address} />
      )}
      <CopyLine label={t('reference')} text={order.orderNumber} />
      <div className={css.steps}>
        <Timeline
          steps={withdrawalSteps(order).map(({ status, at }) => ({
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

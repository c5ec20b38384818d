import type { Data } from '@khara/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { RowGroup } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './my-card.module.css';

type Account = Data<'bankAccounts'>[number];

const isPayable = ({ stopped, payableFrom }: Account): boolean => !stopped && payableFrom === null;

/** The bound account, or the way to one. */
export default function MyCard() {
  const { t } = useTranslation('bank');
  const { data, failure, again } = useCall('bankAccounts', {}, { staleMs: 0 });
  const account = data?.[0];
  return (
    <Page
      onRefresh={again}
      dock={
        account &&
        isPayable(account) && (
          <Button icon="withdraw" onClick={() => navigateTo('/pages/wallet/withdrawal/index')}>
            {t('withdraw')}
          </Button>
        )
      }
    >
      {account ? (
        <Bound account={account} />
      ) : data ? (
        <Empty
          icon="bank"
          title={t('none')}
          text={t('noneText')}
          action={{ label: t('add'), onPress: () => navigateTo('/pages/wallet/bindcard/index') }}
        />
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Page>
  );
}

function Bound({ account }: { readonly account: Account }) {
  const { t } = useTranslation('bank');
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Card>
        <div className={css.bank}>
          <span className={css.sign}>
            <Icon name="bank" />
          </span>
          <span className={css.name}>
            <b>{account.bankName}</b>
            <span>{account.branchName}</span>
          </span>
          <Tag>{account.channelType}</Tag>
        </div>
        <p className={css.number}>{account.accountNumber}</p>
        <KeyValue label={t('holderName')}>{account.holderName}</KeyValue>
        <KeyValue label={t('ifsc')}>{account.ifsc}</KeyValue>
        {account.bankAddress !== '' && <KeyValue label={t('bankAddress')}>{account.bankAddress}</KeyValue>}
        {account.companyName !== '' && <KeyValue label={t('companyName')}>{account.companyName}</KeyValue>}
        <KeyValue label={t('boundAt')}>{showMoment(account.at, language)}</KeyValue>
      </Card>
      <Wait account={account} />
      <Holder account={account} />
      {account.deletable ? (
        <RowGroup>
          <button type="button" className={css.delete} onClick={() => setAsking(true)}>
            {t('delete')}
          </button>
        </RowGroup>
      ) : (
        <Note className={css.note}>
          {t('inUse')}{' '}
          <button type="button" onClick={() => navigateTo('/pages/wallet/withdrawal/records')}>
            {t('seeWithdrawals')}
          </button>
        </Note>
      )}
      <DeleteSheet open={asking} account={account} onClose={() => setAsking(false)} />
    </>
  );
}

/**
 * That nothing can be paid to it yet, from when on it can, and how its owner stops it: the notice of the
 * change leads here with `stop`.
 */
function Wait({ account }: { readonly account: Account }) {
  const { t } = useTranslation('bank');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const owner = useReauthentication('payout');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const isAsked = query.get('stop') === account.id;
  useEffect(() => {
    if (!isAsked) return;
    change({ stop: undefined });
    if (!account.stopped && account.payableFrom !== null) setAsking(true);
  }, [isAsked, account, change]);

  const stop = async () => {
    setBusy(true);
    const result = await call('stopBankAccount', { id: account.id });
    setBusy(false);
    setAsking(false);
    toast(result.ok ? t('stopped') : result.message, { urgent: !result.ok });
    refresh(['bankAccounts']);
  };
  const confirm = async () => {
    setBusy(true);
    const result = await owner.prove((proof) => call('confirmBankAccount', { id: account.id, ...proof }));
    setBusy(false);
    if (!result) return;
    toast(result.ok ? t('confirmed') : result.message, { urgent: !result.ok });
    refresh(['bankAccounts']);
  };
  const { payableFrom: from, bankName: bank, accountNumber: number } = account;
  return (
    <>
      {account.stopped ? (
        <Note tone="warn" icon="lock" className={css.note}>
          <b>{t('stopped')}</b>
          <p>{t('stoppedText')}</p>
          <button type="button" disabled={busy} onClick={() => void confirm()}>
            {t('confirm')}
          </button>
        </Note>
      ) : (
        from !== null && (
          <Note tone="gold" icon="clock" className={css.note}>
            <b>{t('waits')}</b>
            <p>{t('waitsText', { at: showMoment(from, language) })}</p>
            <button type="button" onClick={() => setAsking(true)}>
              {t('notMine')}
            </button>
          </Note>
        )
      )}
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('stopTitle')}
        dock={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button busy={busy} onClick={() => void stop()}>
              {t('stopDo')}
            </Button>
          </>
        }
      >
        <p className={css.text}>{t('stopText', { bank, number })}</p>
      </Sheet>
      {owner.sheet}
    </>
  );
}

/** Whether money can be paid to it: its holder is who the identity check certified. */
function Holder({ account }: { readonly account: Account }) {
  const { t } = useTranslation('bank');
  if (account.holderMatches === true) {
    return (
      <Note className={css.note} icon="check">
        {t('own')}
      </Note>
    );
  }
  if (account.holderMatches === false) {
    return (
      <Note tone="warn" className={css.note}>
        <b>{t('notOwn')}</b>
        <p>{t('notOwnText')}</p>
      </Note>
    );
  }
  return (
    <Note tone="sky" className={css.note}>
      {t('unchecked')}{' '}
      <button type="button" onClick={() => navigateTo('/pages/personal/kyc/index')}>
        {t('verify')}
      </button>
    </Note>
  );
}

type DeleteProps = { readonly open: boolean; readonly account: Account; readonly onClose: () => void };

function DeleteSheet({ open, account, onClose }: DeleteProps) {
  const { t } = useTranslation('bank');
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const result = await call('deleteBankAccount', { id: account.id });
    setBusy(false);
    onClose();
    if (result.ok) toast(t('deleted'));
    else toast(result.message, { urgent: true });
    refresh(['bankAccounts']);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('deleteAsk', { bank: account.bankName, number: account.accountNumber })}
      dock={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button busy={busy} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t('deleteText')}</p>
    </Sheet>
  );
}

import type { BankAccount } from '#features/bank/bank-values.ts';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Tag } from '#ui/choice.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import css from './my-card.module.css';
import { PayoutHold } from './payout-hold.tsx';
import { DeleteSheet } from './delete-sheet.tsx';

const isPayable = ({ stopped, payableFrom }: BankAccount): boolean => !stopped && payableFrom === null;

/** The bound account, or the way to one. */
export default function MyCard() {
  const { t } = useTranslation('bank');
  const accounts = useCall('bankAccounts', {}, { staleMs: 0 });
  const account = accounts.data?.[0];
  return (
    <Page
      onRefresh={accounts.again}
      dock={
        account &&
        isPayable(account) && (
          <Button icon="withdraw" onClick={() => navigateTo('/pages/wallet/withdrawal/index')}>
            {t('withdraw')}
          </Button>
        )
      }
    >
      <Answer of={accounts} wait={<SkeletonRows rows={4} />}>
        {([own]) =>
          own ? (
            <Bound account={own} />
          ) : (
            <Empty
              icon="bank"
              title={t('none')}
              text={t('noneText')}
              action={{ label: t('add'), onPress: () => navigateTo('/pages/wallet/bindcard/index') }}
            />
          )
        }
      </Answer>
    </Page>
  );
}

function Bound({ account }: { readonly account: BankAccount }) {
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
      <PayoutHold account={account} />
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

/** Whether money can be paid to it: its holder is who the identity check certified. */
function Holder({ account }: { readonly account: BankAccount }) {
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

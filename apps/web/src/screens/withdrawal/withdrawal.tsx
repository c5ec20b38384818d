import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';
import { useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { mutate } from '#api/mutate.ts';
import { refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { PausedWithdrawal } from '#features/credit/paused-withdrawal.tsx';
import { AmountInput } from '#features/money/amount-input.tsx';
import { checkAmount, withLastDecimals } from '#features/money/amount-text.ts';
import { Withdrawable } from '#features/money/causes.tsx';
import { TriggerSheet } from '#features/money/trigger-sheet.tsx';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useAddressVerdict, type Network } from '#features/withdrawal/address-field.tsx';
import { Requirement } from '#features/withdrawal/requirement.tsx';
import { BankTarget, NetworkTarget } from '#features/withdrawal/target.tsx';
import { missingRequirement } from '#features/withdrawal/missing-requirements.ts';
import { WithdrawalSheet } from '#features/withdrawal/withdrawal-sheet.tsx';
import type { WithdrawalOrder } from '#features/withdrawal/withdrawal-status.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, type Currency } from '#ui/amount.tsx';
import { Button, TextButton } from '#ui/button.tsx';
import { Card, KeyValue, SectionHead } from '#ui/card.tsx';
import { QuickPicks, Segmented } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { showMoney, signOf } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import css from './withdrawal.module.css';

const CURRENCIES = ['INR', 'USDT'] as const;
const RECORDS = '/pages/wallet/withdrawal/records';
/** While something outside this page has to happen first (a check, a healing), it is asked whether it has. */
const WAITING_MS = 3000;

/** Takes paper money out: what stands against it, or how much, where to and what arrives. A paused one explains itself, and opens by itself. */
export default function Withdrawal() {
  const { t } = useTranslation('withdrawal');
  const [query] = usePageQuery();
  const currency: Currency = query.get('currency') === 'USDT' ? 'USDT' : 'INR';
  const [paused, setPaused] = useState(false);
  const credit = useCall('creditScore', {}, { staleMs: 0, ...(paused && { refetchMs: WAITING_MS }) });
  const blocked = credit.data?.withdrawalBlocked ?? false;
  if (blocked !== paused) setPaused(blocked); // known only from the answer itself
  const records = <TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>;
  if (credit.data && blocked) return <PausedWithdrawal told={credit.data} tools={records} onRefresh={credit.again} />;
  if (credit.data) return <Form currency={currency} />;
  return (
    <Page tools={records} onRefresh={credit.again}>
      {credit.failure ? (
        <ErrorBlock cause={credit.failure.message} onRetry={() => void credit.again()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Page>
  );
}

function Form({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation(['withdrawal', 'refusals', 'common']);
  const language = useLanguage();
  const [, change] = usePageQuery();
  const channels = useCall('channels', {}, { staleMs: 60_000 });
  const rupees = useCall('rupeeWallet', {}, { staleMs: 0 });
  const wallets = useCall('wallets', {}, { staleMs: 0 });
  const [waits, setWaits] = useState(false);
  const accounts = useCall('bankAccounts', {}, { staleMs: 0, ...(waits && { refetchMs: WAITING_MS }) });
  const isWaiting = typeof accounts.data?.[0]?.payableFrom === 'number';
  if (isWaiting !== waits) setWaits(isWaiting);
  const [reviewed, setReviewed] = useState(false);
  const identity = useCall('identity', {}, { staleMs: 0, ...(reviewed && { refetchMs: WAITING_MS }) });
  const underReview = identity.data?.status === 'under_review';
  if (underReview !== reviewed) setReviewed(underReview);
  const me = useSession((session) => session.userInfo);
  const user = useCall('userDetail', {}, { staleMs: 0 }).data?.userInfo ?? me;
  const password = useTransactionPassword();

  const [amount, setAmount] = useState('');
  const [network, setNetwork] = useState<Network>('TRC');
  const [address, setAddress] = useState('');
  const [refused, setRefused] = useState<{ readonly field: 'amount' | 'address'; readonly message: string }>();
  const [busy, setBusy] = useState(false);
  const [order, setOrder] = useState<WithdrawalOrder>();
  const [lost, setLost] = useState<string>();
  const [open, setOpen] = useState<'triggers' | 'why'>();
  const verdict = useAddressVerdict(network, address);

  useLostAnswer('submitWithdrawal', lost !== undefined, (done) => {
    setLost(undefined);
    if (done) navigateTo(at(RECORDS, { currency }));
    else toast(t('notDone'), { urgent: true });
  });

  const account = accounts.data?.[0];
  const ways = channels.data?.find((one) => one.currency === currency)?.channels ?? [];
  const channel = ways.find(({ type }) => type === (currency === 'INR' ? account?.channelType : network));
  const available = wallets.data?.find((one) => one.currency === currency)?.available;
  const withdrawable = currency === 'INR' ? rupees.data?.withdrawable : available;
  const loaded = channels.data && wallets.data && rupees.data && accounts.data && identity.data && user;
  const failure = [channels, wallets, rupees, accounts, identity].find((asked) => asked.failure)?.failure;
  const again = () =>
    Promise.all([channels.again(), wallets.again(), rupees.again(), accounts.again(), identity.again()]);

  const decimals = DECIMALS[currency];
  const money = (value: string) => showMoney(value, language, { currency });
  const units = (text: string | undefined) => parseDecimal((text ?? '').replace(/\.$/, ''), decimals) ?? 0n;
  const problem = channel && checkAmount(amount, { min: channel.minWithdrawal, max: channel.maxWithdrawal, decimals });
  const tooMuch = problem === undefined && units(amount) > units(withdrawable);
  const net = channel && units(amount) > units(channel.fee) ? units(amount) - units(channel.fee) : undefined;

  const complaint = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('belowMinimum', { min: money(channel?.minWithdrawal ?? '0') }),
    above: () => t('aboveMaximum', { max: money(channel?.maxWithdrawal ?? '0') }),
  };
  const over = () => t('aboveWithdrawable', { max: money(withdrawable ?? '0') });
  // What is still being typed is not wrong yet; what no further digit can mend is.
  const wrong = problem === 'decimals' || problem === 'above' ? complaint[problem]() : tooMuch ? over() : undefined;
  const missing =
    problem !== undefined
      ? complaint[problem]()
      : tooMuch
        ? over()
        : currency === 'USDT' && address === ''
          ? t('refusals:address_required')
          : currency === 'USDT' && verdict !== 'right'
            ? t(`addressHint.${network}`)
            : undefined;

  const typed = (value: string) => {
    setRefused(undefined);
    setAmount(value);
  };

  async function submit() {
    if (!channel || net === undefined || busy) return;
    const sent = showDecimal(units(amount), decimals);
    const target = currency === 'INR' ? { bankId: account?.id ?? '' } : { network, address };
    const to = currency === 'INR' ? `${account?.bankName} ${account?.accountNumber}` : `${network} ${address}`;
    setBusy(true);
    const result = await password.confirm(
      {
        title: t('confirm', { to }),
        text: t('confirmText', { fee: money(channel.fee), net: money(showDecimal(net, decimals)) }),
        amount: money(sent),
      },
      (transactionPassword) =>
        mutate('submitWithdrawal', {
          currency,
          amount: sent,
          ...target,
          ...(transactionPassword && { transactionPassword }),
        }),
    );
    setBusy(false);
    if (!result) return;
    refresh(AFTER_MONEY);
    if (result.ok) {
      setOrder(result.data);
      typed('');
    } else if (result.outcomeUnknown) {
      setLost(money(sent)); // the sheet goes on saying that it is being checked
    } else if (result.field === 'amount' || result.field === 'address') {
      setRefused({ field: result.field, message: result.message });
    } else {
      toast(result.message, { urgent: true });
    }
  }

  const unmet = loaded && missingRequirement({ currency, identity: identity.data?.status, account, user });
  return (
    <Page
      tools={<TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>}
      onRefresh={again}
      dock={
        channel && !unmet ? (
          <Button busy={busy || lost !== undefined} disabled={missing !== undefined} onClick={() => void submit()}>
            {missing ?? t('submit', { amount: money(amount.replace(/\.$/, '')) })}
          </Button>
        ) : undefined
      }
    >
      {failure && !loaded ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : loaded ? (
        <>
          <section className={css.amount}>
            <Segmented
              label={t('currency')}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={(value) => {
                typed('');
                change({ currency: value });
              }}
            />
            {!unmet && (
              <>
                <div className={css.field}>
                  <AmountInput
                    label={t('amount')}
                    currency={currency}
                    value={amount}
                    onChange={typed}
                    hint={t('canWithdraw', { amount: money(withdrawable ?? '') })}
                    error={refused?.field === 'amount' ? refused.message : wrong}
                  />
                </div>
                <div className={css.quick}>
                  <QuickPicks
                    label={t('amount')}
                    options={[{ value: withdrawable ?? '0', label: t('everything') }]}
                    value={amount}
                    onPick={typed}
                  />
                  {currency === 'INR' && (
                    <button type="button" className={css.link} onClick={() => setOpen('why')}>
                      {t('why')}
                    </button>
                  )}
                </div>
              </>
            )}
          </section>
          {unmet ? (
            <Requirement unmet={unmet} account={account} />
          ) : (
            <>
              <SectionHead title={t('to')} />
              {currency === 'INR' && account ? (
                <BankTarget account={account} />
              ) : (
                <NetworkTarget
                  channels={ways}
                  network={network}
                  onNetwork={(value) => {
                    setRefused(undefined);
                    setNetwork(value);
                  }}
                  address={address}
                  verdict={verdict}
                  refused={refused?.field === 'address' ? refused.message : undefined}
                  onAddress={(value) => {
                    setRefused(undefined);
                    setAddress(value);
                  }}
                />
              )}
              {channel && (
                <Card>
                  <KeyValue label={t('minimum')}>{money(channel.minWithdrawal)}</KeyValue>
                  <KeyValue label={t('limit')}>{money(channel.maxWithdrawal)}</KeyValue>
                  <KeyValue label={t('feeTax')}>{signOf(channel.fee) === 0 ? t('noFee') : money(channel.fee)}</KeyValue>
                  <KeyValue total label={t('net')}>
                    <Money
                      value={net === undefined ? null : showDecimal(net, decimals)}
                      currency={currency}
                      hideable={false}
                    />
                  </KeyValue>
                </Card>
              )}
              <Note tone="gold" className={css.note}>
                <Trans
                  text={t(channel?.reviewer === 'people' ? 'notePeople' : 'note')}
                  components={{ 1: <b />, 2: <button type="button" onClick={() => setOpen('triggers')} /> }}
                />
              </Note>
            </>
          )}
        </>
      ) : (
        <SkeletonRows rows={6} />
      )}
      <TriggerSheet
        open={open === 'triggers'}
        title={t('triggers')}
        triggers={[
          { paise: '13', text: t('trigger.returned') },
          { paise: '17', text: t('trigger.slow') },
          { paise: '19', text: t('trigger.twice') },
          { paise: '23', text: t('trigger.mismatch') },
          { text: t('trigger.any') },
        ]}
        onClose={() => setOpen(undefined)}
        onPick={(paise) => {
          typed(withLastDecimals(amount, paise, decimals, channel?.minWithdrawal ?? '0'));
          setOpen(undefined);
        }}
      />
      <Sheet open={open === 'why'} onClose={() => setOpen(undefined)} title={t('whyTitle')}>
        {rupees.data && <Withdrawable wallet={rupees.data} />}
      </Sheet>
      {password.sheet}
      <WithdrawalSheet order={order} checking={lost} onClose={() => setOrder(undefined)} />
    </Page>
  );
}

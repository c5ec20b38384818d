import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { BankForm } from '#features/bank/bank-form.tsx';
import { redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Answer, together } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** Adds the bank account, under the title "Add"; a member who has one reads that there can be no other. */
export default function AddBank() {
  const { t } = useTranslation(['bank', 'refusals', 'nav']);
  const accounts = useCall('bankAccounts', {}, { staleMs: 0 });
  const channels = useCall('channels', {}, { staleMs: 60_000 });
  const identity = useCall('identity', {}, { staleMs: 0 });
  const all = together(accounts, channels, identity);
  return (
    <Page onRefresh={all.again} {...(accounts.data?.length === 0 && { title: t('nav:add') })}>
      <Answer of={all} wait={<SkeletonRows rows={6} />}>
        {([own, currencies, { status, name }]) =>
          own.length > 0 ? (
            <Empty
              icon="bank"
              title={t('refusals:bank_already_bound')}
              text={t('onlyOneText')}
              action={{ label: t('seeIt'), onPress: () => redirectTo('/pages/wallet/bindcard/mycard') }}
            />
          ) : (
            <BankForm
              channels={currencies.find(({ currency }) => currency === 'INR')?.channels ?? []}
              name={status === 'certified' ? (name ?? undefined) : undefined}
            />
          )
        }
      </Answer>
    </Page>
  );
}

import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { BankForm } from '#features/bank/bank-form.tsx';
import { redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';

/** Adds the bank account, under the title "Add"; a member who has one reads that there can be no other. */
export default function AddBank() {
  const { t } = useTranslation(['bank', 'refusals', 'nav']);
  const accounts = useCall('bankAccounts', {}, { staleMs: 0 });
  const channels = useCall('channels', {}, { staleMs: 60_000 });
  const identity = useCall('identity', {}, { staleMs: 0 });
  const failure = accounts.failure ?? channels.failure ?? identity.failure;
  const again = () => Promise.all([accounts.again(), channels.again(), identity.again()]);
  const rupees = channels.data?.find(({ currency }) => currency === 'INR')?.channels;
  const certified = identity.data?.status === 'certified' ? (identity.data.name ?? undefined) : undefined;
  return (
    <Page onRefresh={again} {...(accounts.data?.length === 0 && { title: t('nav:add') })}>
      {accounts.data && rupees && identity.data ? (
        accounts.data.length > 0 ? (
          <Empty
            icon="bank"
            title={t('refusals:bank_already_bound')}
            text={t('onlyOneText')}
            action={{ label: t('seeIt'), onPress: () => redirectTo('/pages/wallet/bindcard/mycard') }}
          />
        ) : (
          <BankForm channels={rupees} name={certified} />
        )
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Page>
  );
}

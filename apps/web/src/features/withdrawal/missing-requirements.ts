import type { Data, KycStatus } from '@khara/contract';

export type Account = Data<'bankAccounts'>[number];

/** What has to be there before anything can be withdrawn. */
export type MissingRequirement = 'kyc' | 'kycReview' | 'bank' | 'holder' | 'stopped' | 'waits' | 'password';

/** The first thing that is missing, in the order in which the server would refuse. */
export function missingRequirement({
  currency,
  identity,
  account,
  user,
}: {
  readonly currency: 'INR' | 'USDT';
  readonly identity: KycStatus | undefined;
  readonly account: Account | undefined;
  readonly user: { readonly transactionPasswordIsDefault: boolean } | null | undefined;
}): MissingRequirement | undefined {
  if (identity === 'under_review') return 'kycReview';
  if (identity !== 'certified') return 'kyc';
  if (currency === 'INR' && !account) return 'bank';
  if (currency === 'INR' && account?.holderMatches === false) return 'holder';
  if (currency === 'INR' && account?.stopped) return 'stopped';
  if (currency === 'INR' && account && account.payableFrom !== null) return 'waits';
  return user?.transactionPasswordIsDefault ? 'password' : undefined;
}

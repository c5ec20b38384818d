import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import type { Currency } from '#ui/amount.tsx';

/** While something outside this page has to happen first (a check, a healing), it is asked whether it has. */
export const WAITING_MS = 3000;

/** What a withdrawal of a currency depends on. A waiting account and a review are asked about again until they end. */
export function useWithdrawalData(currency: Currency) {
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

  const calls = [channels, wallets, rupees, accounts, identity];
  const available = wallets.data?.find((one) => one.currency === currency)?.available;
  return {
    account: accounts.data?.[0],
    /** Ways to pay this currency out. */
    channels: channels.data?.find((one) => one.currency === currency)?.channels ?? [],
    rupees: rupees.data,
    withdrawable: currency === 'INR' ? rupees.data?.withdrawable : available,
    identity: identity.data?.status,
    user,
    loaded: Boolean(channels.data && wallets.data && rupees.data && accounts.data && identity.data && user),
    failure: calls.find((asked) => asked.failure)?.failure,
    again: () => Promise.all(calls.map((asked) => asked.again())),
  };
}

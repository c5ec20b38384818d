import { useEffect, useState } from 'react';
import { onPrivateEvent, refresh } from '#api/client.ts';
import { keepUserInfo, useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { KycForm } from '#features/kyc/kyc-form.tsx';
import { KycStatus } from '#features/kyc/kyc-status.tsx';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';

/** Beside the notice, which comes at once: the socket may be down. */
const ASK_EVERY_MS = 1500;

/** The identity check: what is needed, or what has become of it. It changes by itself while it is under review. */
export default function Kyc() {
  const user = useSession((session) => session.userInfo);
  const [waiting, setWaiting] = useState(false);
  const [again, setAgain] = useState(false);
  const identity = useCall('identity', undefined, waiting ? { refetchMs: ASK_EVERY_MS } : {});
  const { data, again: ask } = identity;
  const status = data?.status;

  useEffect(() => {
    setWaiting(status === 'under_review');
    if (status !== undefined && user && user.kycStatus !== status) {
      keepUserInfo({ ...user, kycStatus: status });
      refresh(['userDetail']);
    }
  }, [status, user]);
  useEffect(() => onPrivateEvent((event) => event.type === 'notice' && void ask()), [ask]);

  if (!data) {
    return (
      <Page>
        <Answer of={identity} wait={<SkeletonRows />}>
          {() => null}
        </Answer>
      </Page>
    );
  }
  if (data.status === 'unauthenticated' || (data.status === 'failed' && again)) {
    return (
      <KycForm
        onHandedIn={() => {
          setAgain(false);
          void ask();
        }}
      />
    );
  }
  return <KycStatus identity={{ ...data, status: data.status }} onAgain={() => setAgain(true)} onRefresh={ask} />;
}

import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import type { Application, Kind } from './offering.ts';

/**
 * The reader's newest applications by offering; empty for a guest. Of a block there may be several: the newest stands.
 */
export function useApplications(kind: Kind): ReadonlyMap<string, Application> {
  const signedIn = useSignedIn();
  const { data } = useCall('subscriptions', { kind, size: 50 }, { enabled: signedIn });
  return new Map((data?.list ?? []).toReversed().map((application) => [application.offeringId, application]));
}

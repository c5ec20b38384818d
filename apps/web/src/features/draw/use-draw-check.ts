import { useEffect, useRef, useState } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { keptRequests } from '#features/offerings/kept-requests.ts';
import { keptLog } from '#features/proof/kept-log.ts';
import type { DrawCheck, Known, PublishedDraw } from './check-draw.ts';
import { runDraw } from './run-draw.ts';

type State = {
  readonly running: boolean;
  readonly check: DrawCheck | undefined;
  readonly at: number;
  readonly ms: number;
  readonly noAnswer: string | undefined;
};
const NOTHING: State = { running: false, check: undefined, at: 0, ms: 0, noAnswer: undefined };

export const isFinished = (proof: PublishedDraw): boolean => proof.allotted !== null && proof.entropyValue !== null;

/** The check of a draw on this device: begins by itself once the draw is finished, and again on request. */
export function useDrawCheck(offeringId: string, proof: PublishedDraw | undefined) {
  const [state, setState] = useState<State>(NOTHING);
  const userId = useSession((session) => session.userInfo?.id);
  const own = useCall(
    'subscriptions',
    { id: proof?.myApplicationId ?? '' },
    { enabled: userId !== undefined && proof?.myApplicationId != null },
  );
  const application = own.data?.list[0];
  const ready = proof !== undefined && isFinished(proof) && (proof.myApplicationId === null || !own.loading);

  const run = async (): Promise<void> => {
    if (!proof || state.running) return;
    setState({ ...NOTHING, running: true });
    const kept = keptRequests(userId, offeringId);
    const log = keptLog();
    const known: Known = {
      userId,
      requestIds: kept.map(({ requestId }) => requestId),
      commitments: kept.flatMap(({ commitment }) => commitment ?? []),
      toldRequestId: application?.requestId,
      log: log && { name: log.name, publicKey: log.publicKey },
    };
    const told = await runDraw({ proof, known });
    setState(
      told.done
        ? { running: false, check: told.check, at: Date.now(), ms: told.ms, noAnswer: undefined }
        : { ...NOTHING, noAnswer: told.message },
    );
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!ready || begun.current) return;
    begun.current = true;
    void run();
  });
  return { ...state, run, application };
}

import { useEffect, useRef, useState } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { keptRequests } from '#features/offerings/kept-requests.ts';
import { keptLog } from '#features/proof/kept-log.ts';
import type { DrawCheck, DeviceFacts } from './check-draw.ts';
import type { DrawHead, DrawRequest, DrawMessage } from './draw-worker.ts';
import { proofRequest } from './proof-request.ts';

type FinalMessage = Exclude<DrawMessage, { readonly is: 'progress' }>;
type Progress = (done: number, all: number) => void;

/**
 * Has a draw run again in a worker of its own. A failure there is passed on, never swallowed; an aborted run
 * ends at once and tells nothing.
 */
function runDraw(ask: DrawRequest, signal: AbortSignal, progress: Progress): Promise<FinalMessage> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
    const end = (message: FinalMessage): void => {
      worker.terminate();
      resolve(message);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    worker.addEventListener('message', ({ data: message }: MessageEvent<DrawMessage>) => {
      if (message.is === 'progress') progress(message.done, message.all);
      else end(message);
    });
    worker.addEventListener('error', (event) => end({ is: 'failed', message: event.message || 'worker' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own has no origin to name
    worker.postMessage(ask);
  });
}

type State = {
  readonly running: boolean;
  /** Commitments computed, and how many there are; nothing while the list is on its way. */
  readonly progress: { readonly done: number; readonly all: number } | undefined;
  readonly check: DrawCheck | undefined;
  /** Of what was checked. */
  readonly head: DrawHead | undefined;
  readonly at: number;
  readonly ms: number;
  readonly noAnswer: string | undefined;
};
const NOTHING: State = {
  running: false,
  progress: undefined,
  check: undefined,
  head: undefined,
  at: 0,
  ms: 0,
  noAnswer: undefined,
};

export const isFinished = (proof: DrawHead): boolean => proof.mode !== null && proof.entropyValue !== null;
/** The log has all of it: seconds after the draw. */
export const hasRecords = ({ openProof, closeProof, resultProof }: DrawHead): boolean =>
  openProof !== null && closeProof !== null && resultProof !== null;

/**
 * The check of a draw on this device: begins by itself once the draw is finished, again once the log has all
 * of it, and on request; leaving the page ends it.
 */
export function useDrawCheck(offeringId: string, proof: DrawHead | undefined) {
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
    const known: DeviceFacts = {
      userId,
      requestIds: kept.map(({ requestId }) => requestId),
      commitments: kept.flatMap(({ commitment }) => commitment ?? []),
      serverRequestId: application?.requestId,
      applicationId: proof.myApplicationId,
      log: log && { name: log.name, publicKey: log.publicKey },
    };
    const outcome = await runDraw({ request: proofRequest(offeringId), known }, leaving.current.signal, (done, all) =>
      setState((before) => ({ ...before, progress: { done, all } })),
    );
    setState(
      outcome.is === 'done'
        ? { ...NOTHING, check: outcome.check, head: outcome.head, at: Date.now(), ms: outcome.ms }
        : { ...NOTHING, noAnswer: outcome.message },
    );
  };
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const begun = useRef<DrawHead>(undefined);
  useEffect(() => {
    if (!ready || state.running) return;
    if (begun.current && (hasRecords(begun.current) || !hasRecords(proof))) return;
    begun.current = proof;
    void run();
  });
  return { ...state, run, application };
}

import { useEffect } from 'react';
import type { MoneyCall } from '#api/mutate.ts';
import { settlePendingRequests } from '#api/settle-pending-requests.ts';

const ASK_AGAIN_MS = 5000;

/**
 * While the answer to a call is lost, the server is asked about it until it has said; it is also asked after a reload.
 */
export function useLostAnswer(name: MoneyCall, lost: boolean, onKnown: (done: boolean) => void): void {
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setInterval(() => {
      void settlePendingRequests().then((outcomes) => {
        const ours = outcomes.findLast(({ request }) => request.call === name);
        if (ours && ours.settled !== 'unknown') onKnown(ours.settled === 'done');
      });
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  });
}

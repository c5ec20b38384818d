import { useEffect } from 'react';
import type { MoneyCall } from '#api/act.ts';
import { settleIntentions } from '#api/settle-intentions.ts';

const ASK_AGAIN_MS = 5000;

/** While the answer to a call is lost, the server is asked about it until it has said; it is also asked after a reload. */
export function useLostAnswer(name: MoneyCall, lost: boolean, onKnown: (done: boolean) => void): void {
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setInterval(() => {
      void settleIntentions().then((outcomes) => {
        const ours = outcomes.findLast(({ intention }) => intention.call === name);
        if (ours && ours.settled !== 'unknown') onKnown(ours.settled === 'done');
      });
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  });
}

import { settlePendingRequests } from '#api/settle-pending-requests.ts';
import { say } from '#i18n/say.ts';
import { toast } from '#ui/toast.ts';

const SHOWN_MS = 4000;

/** Asks at the start what became of lost answers, and shows each outcome that is known. */
export async function reportSettled(): Promise<void> {
  for (const { settled } of await settlePendingRequests()) {
    if (settled !== 'unknown') toast(say(settled === 'done' ? 'settledDone' : 'settledNot'), { ms: SHOWN_MS });
  }
}

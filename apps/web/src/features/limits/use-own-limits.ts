import { useState } from 'react';
import type { Data, Payload } from '@khara/contract';
import { call, queryClient } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { queryKey } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { toast } from '#ui/toast.ts';

/** What is said of a change: a text, or one of what is in force then. */
type Said = string | ((now: Data<'ownLimits'>) => string | undefined);

type Changed = Result<Data<'ownLimits'>>;
/** Has a change confirmed that needs it; undefined when the reader left that. */
export type Confirm = (run: (transactionPassword?: string) => Promise<Changed>) => Promise<Changed | undefined>;

/** The reader's limits, and the ways to change them. What fails leaves the limit in force as it is, and says so. */
export function useOwnLimits({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const asked = useCall('ownLimits', undefined, { enabled, refetchMs: 15_000 });
  const [busy, setBusy] = useState(false);
  const [notSaved, setNotSaved] = useState(false);

  async function change(send: () => Promise<Changed | undefined>, said?: Said): Promise<boolean> {
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (!result) return false;
    setNotSaved(!result.ok);
    if (!result.ok) {
      toast(result.message, { urgent: true });
      return false;
    }
    queryClient.setQueryData(queryKey('ownLimits'), result.data);
    void queryClient.invalidateQueries({ queryKey: ['previewOrder'] });
    const text = typeof said === 'function' ? said(result.data) : said;
    if (text !== undefined) toast(text);
    return true;
  }

  return {
    ...asked,
    busy,
    /** The last change did not arrive, or was refused. */
    notSaved,
    forget: () => setNotSaved(false),
    set: (payload: Payload<'setOwnLimit'>, said?: string) => change(() => call('setOwnLimit', payload), said),
    pause: (payload: Payload<'pauseOrders'>, said?: Said, confirm: Confirm = (run) => run()) =>
      change(
        () =>
          confirm((transactionPassword) =>
            call('pauseOrders', { ...payload, ...(transactionPassword !== undefined && { transactionPassword }) }),
          ),
        said,
      ),
  };
}
export type OwnLimitsCall = ReturnType<typeof useOwnLimits>;

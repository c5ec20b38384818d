import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Result } from '#api/failure.ts';
import { inTime } from '#lib/in-time.ts';
import type { ConfirmationText, Request, Run } from './password-request.ts';
import { forgetRemembered, isRemembered, learnRemembered } from './remembered.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

const PasswordSheet = lazySheet(() => import('./password-sheet.tsx'));
/** The longest wait for whether a password is needed at all. */
const LEARN_MS = 2000;
const ASKED_FOR = 'transaction_password_required';

/**
 * Confirms with the transaction password: `const password = useTransactionPassword()`, render
 * `{password.sheet}`, then `const result = await password.confirm({ title, text, amount },
 * (transactionPassword) => mutate('placeBuyOrder', { …, ...(transactionPassword && { transactionPassword })
 * }))`. The sheet opens unless the server remembers. Wrong and paused passwords are shown in the sheet; every
 * other outcome closes it and is the result. Undefined: the reader closed the sheet, nothing was done. Within
 * a sheet the question takes the place of what stands there: hide that while `asking`.
 */
export function useTransactionPassword() {
  const [request, setRequest] = useState<Request | undefined>(undefined);
  const [open, setOpen] = useState(false);
  const pending = useRef<Request | undefined>(undefined);

  // What asked is gone: so is the question.
  useEffect(() => () => pending.current?.settle(undefined), []);

  const askFor = useCallback(
    (confirming: ConfirmationText, run: Run) =>
      new Promise<Result<unknown> | undefined>((resolve) => {
        const settle = (result: Result<unknown> | undefined) => {
          if (pending.current?.settle !== settle) return;
          pending.current = undefined;
          setOpen(false);
          resolve(result);
        };
        pending.current?.settle(undefined);
        pending.current = { confirming, run, settle };
        setRequest(pending.current);
        setOpen(true);
      }),
    [],
  );

  const confirm = useCallback(
    async <T,>(
      confirming: ConfirmationText,
      run: (transactionPassword?: string) => Promise<Result<T>>,
    ): Promise<Result<T> | undefined> => {
      // On a line without an answer the password is asked for: that is never wrong.
      if (!confirming.everyTime) await inTime(learnRemembered(), LEARN_MS).catch(() => undefined);
      if (isRemembered() && !confirming.everyTime) {
        const result = await run();
        if (result.ok || result.reason !== ASKED_FOR) return result;
        forgetRemembered();
      }
      return askFor(confirming, run) as Promise<Result<T> | undefined>; // settled with what `run` gave
    },
    [askFor],
  );

  const sheet: ReactNode = request && (
    <PasswordSheet open={open} request={request} onClose={() => request.settle(undefined)} />
  );
  return { confirm, sheet, asking: open };
}

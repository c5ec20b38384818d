import { plainDigits } from '@khara/rules';
import { useEffect, useState } from 'react';
import type { Failure } from '#api/failure.ts';
import { CODE_LENGTH } from '#ui/code-boxes.tsx';
import type { Request } from './password-request.ts';
import { chosenLast, keepChoice, remember, type RememberTime } from './remembered.ts';

/** Reasons that are shown here, over the boxes; with any other the question is answered. */
const HERE = new Set([
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_required',
  'transaction_password_format',
]);

/**
 * Six digits as they are typed, by keys on the screen or, while it is `open`, by a keyboard; and what became of
 * them. The sixth sends them; a new request begins anew.
 */
export function usePasswordEntry(request: Request, open: boolean) {
  const [digits, setDigits] = useState('');
  const [chosen, setChoice] = useState<RememberTime>(chosenLast);
  const choice = request.confirming.everyTime ? 'everyTime' : chosen;
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [forgotten, setForgotten] = useState(false);

  useEffect(() => {
    setDigits('');
    setFailure(undefined);
    setForgotten(false);
    setBusy(false);
    setChoice(chosenLast());
  }, [request]);

  const send = async (password: string) => {
    setBusy(true);
    keepChoice(chosen);
    const kept = choice === 'everyTime' ? undefined : await remember(password, choice);
    const result = kept && !kept.ok ? kept : await request.run(choice === 'everyTime' ? password : undefined);
    setBusy(false);
    if (!result.ok && result.reason !== undefined && HERE.has(result.reason)) {
      setDigits('');
      setFailure(result);
      return;
    }
    request.settle(result);
  };

  const press = (key: string) => {
    if (busy) return;
    setFailure(undefined);
    const next = key === 'delete' ? digits.slice(0, -1) : (digits + key).slice(0, CODE_LENGTH);
    setDigits(next);
    if (next.length === CODE_LENGTH && digits.length < CODE_LENGTH) void send(next);
  };

  // A hardware keyboard types too, wherever the focus is in the sheet.
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (/^\p{Nd}$/u.test(event.key)) press(plainDigits(event.key));
      else if (event.key === 'Backspace') press('delete');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return {
    entered: digits.length,
    press,
    choice,
    setChoice,
    failure,
    busy,
    /** The reader has said that they do not know it any more. */
    forgotten,
    forget: () => setForgotten(true),
  };
}
export type PasswordEntry = ReturnType<typeof usePasswordEntry>;

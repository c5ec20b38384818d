import type { ReactNode } from 'react';
import type { Result } from '#api/failure.ts';

/** What is being confirmed, repeated in the sheet. */
export type ConfirmationText = {
  readonly title: string;
  readonly text?: string;
  readonly amount?: ReactNode;
  /**
   * Asked also while it is remembered, and not to be remembered now: for what a session left open must not be
   * able to do.
   */
  readonly everyTime?: boolean;
};

/** Does the thing; with the password where it has to travel with it. */
export type Run = (transactionPassword?: string) => Promise<Result<unknown>>;

export type Request = {
  readonly confirming: ConfirmationText;
  readonly run: Run;
  readonly settle: (result: Result<unknown> | undefined) => void;
};

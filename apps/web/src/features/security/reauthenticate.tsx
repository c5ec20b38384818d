import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Result } from '#api/failure.ts';
import { Button } from '#ui/button.tsx';
import { readCode } from '#ui/code-boxes.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './security.module.css';

/** By what an owner shows that the session is still theirs. */
export type Proof = { readonly password?: string; readonly transactionPassword?: string; readonly otp?: string };
type Run = (proof: Proof) => Promise<Result<unknown>>;
/**
 * Of what: the session's own things, or where money goes, which takes the transaction password beside the
 * login password.
 */
type ProofPurpose = 'session' | 'payout';
type PendingProof = {
  readonly run: Run;
  readonly of: ProofPurpose;
  /** What the server asked for first. */
  readonly first: string;
  readonly settle: (result: Result<unknown> | undefined) => void;
};

/** Reasons for which the question is asked, or asked again; with any other it is answered. */
const ASKS = new Set([
  'password_required',
  'login_password_wrong',
  'transaction_password_required',
  'transaction_password_format',
  'transaction_password_wrong',
  'transaction_password_paused',
  'second_factor_required',
  'otp_wrong',
  'try_later',
]);
const FIRST = new Set(['password_required', 'second_factor_required']);

/**
 * Does what only an owner may: `const owner = useReauthentication()`, render `{owner.sheet}`, then
 * `await owner.prove((proof) => call('…', { …, ...proof }))`. Within five minutes of a login the server asks
 * for nothing; later the sheet asks for the login password, and for a code where one is due. Undefined: the
 * reader closed the sheet, nothing was done. With `payout` it is about where money goes: a code alone where
 * the server asks for one first, else both passwords.
 */
export function useReauthentication(of: ProofPurpose = 'session') {
  const [asked, setAsked] = useState<PendingProof>();
  const [open, setOpen] = useState(false);
  const pending = useRef<PendingProof>(undefined);

  const prove = async <T,>(run: (proof: Proof) => Promise<Result<T>>): Promise<Result<T> | undefined> => {
    const first = await run({});
    if (first.ok || first.reason === undefined || !FIRST.has(first.reason)) return first;
    return new Promise((resolve) => {
      const settle: PendingProof['settle'] = (result) => {
        if (pending.current?.settle !== settle) return;
        pending.current = undefined;
        setOpen(false);
        resolve(result as Result<T> | undefined); // settled with what `run` gave
      };
      pending.current?.settle(undefined);
      pending.current = { run, of, first: first.reason ?? '', settle };
      setAsked(pending.current);
      setOpen(true);
    });
  };
  return { prove, sheet: asked && <ProofSheet open={open} asked={asked} /> };
}

function ProofSheet({ open, asked }: { readonly open: boolean; readonly asked: PendingProof }) {
  const { t } = useTranslation('security');
  return (
    <Sheet open={open} onClose={() => asked.settle(undefined)} title={t('proofTitle')}>
      <p className={css.text}>{t(asked.of === 'payout' ? 'proofPayout' : 'proofText')}</p>
      <ProofForm key={String(open)} asked={asked} />
    </Sheet>
  );
}

function ProofForm({ asked }: { readonly asked: PendingProof }) {
  const { t } = useTranslation(['security', 'login']);
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [transaction, setTransaction] = useState('');
  const byCode = asked.of === 'payout' && asked.first === 'second_factor_required'; // and by nothing else
  const withTransaction = asked.of === 'payout' && !byCode;
  const [codeDue, setCodeDue] = useState(byCode);
  const [wrong, setWrong] = useState<{ readonly field: keyof Proof; readonly message: string }>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!byCode && password === '') return setWrong({ field: 'password', message: t('login:passwordRequired') });
    setBusy(true);
    const result = await asked.run({
      ...(!byCode && { password }),
      ...(withTransaction && transaction !== '' && { transactionPassword: transaction }),
      ...(codeDue && { otp: otp.trim() }),
    });
    setBusy(false);
    if (result.ok || result.reason === undefined || !ASKS.has(result.reason)) return asked.settle(result);
    const isCode = result.reason === 'second_factor_required' || result.reason === 'otp_wrong';
    if (isCode) setCodeDue(true);
    const isTransaction = result.reason.startsWith('transaction_password');
    const field = isCode || byCode ? 'otp' : isTransaction ? 'transactionPassword' : 'password';
    return setWrong({ field, message: result.message });
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {!byCode && (
        <PasswordField
          label={t('proofPassword')}
          autoComplete="current-password"
          autoFocus
          value={password}
          error={wrong?.field === 'password' ? wrong.message : undefined}
          onChange={({ target }) => {
            setPassword(target.value);
            setWrong(undefined);
          }}
        />
      )}
      {withTransaction && (
        <PasswordField
          label={t('proofTransaction')}
          autoComplete="off"
          inputMode="numeric"
          value={transaction}
          error={wrong?.field === 'transactionPassword' ? wrong.message : undefined}
          onChange={({ target }) => {
            setTransaction(readCode(target.value));
            setWrong(undefined);
          }}
        />
      )}
      {codeDue && (
        <Field
          label={t('proofCode')}
          autoComplete="one-time-code"
          autoFocus={byCode}
          autoCapitalize="characters"
          spellCheck={false}
          value={otp}
          error={wrong?.field === 'otp' ? wrong.message : undefined}
          onChange={({ target }) => {
            setOtp(target.value);
            setWrong(undefined);
          }}
        />
      )}
      <Button type="submit" busy={busy}>
        {t('proofDo')}
      </Button>
    </form>
  );
}

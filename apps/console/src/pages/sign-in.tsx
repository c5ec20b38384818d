import { useMutation } from '@tanstack/react-query';
import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { storageLasts } from '../../../web/src/lib/storage.ts';
import { call, RefusalError } from '../api/api.ts';
import { queries } from '../api/data.ts';
import { beginSession, device, hasEnded, keepDevice } from '../api/session.ts';
import frame from '../shell/frame.module.css';
import css from './sign-in.module.css';

type Fields = { readonly name: string; readonly password: string; readonly otp: string; readonly enrol: boolean };
type SignInAnswer = ConsoleData<'consoleSignIn'>;

/** What the sign-in still asks for, after the right password. */
type Step =
  | { readonly kind: 'password' | 'code' }
  | { readonly kind: 'setup'; readonly secret: string; readonly url: string };

const enter = ({ token, staff, device: kept }: SignInAnswer) => {
  queries.clear();
  keepDevice(kept);
  beginSession({ token, staff });
};

/**
 * Name and password, then a code of the authenticator, or the way to set one up; afterwards the recovery codes, once.
 */
export function SignIn() {
  const { register, handleSubmit, setValue } = useForm<Fields>({ defaultValues: { otp: '', enrol: false } });
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const [kept, setKept] = useState<SignInAnswer>();
  const signIn = useMutation({
    mutationFn: ({ otp, enrol, ...fields }: Fields) => {
      const known = device();
      return call('consoleSignIn', {
        ...fields,
        ...(known === undefined ? {} : { device: known }),
        ...(step.kind === 'password' ? {} : { otp }),
        ...(enrol ? { enrol } : {}),
      });
    },
    onSuccess: (signedIn) => (signedIn.recoveryCodes === null ? enter(signedIn) : setKept(signedIn)),
    onError: (error) => {
      const next = error instanceof RefusalError ? stepAfter(error) : undefined;
      if (!next) return;
      setValue('otp', '');
      setStep(next);
    },
  });
  if (kept) return <RecoveryCodes codes={kept.recoveryCodes ?? []} onKept={() => enter(kept)} />;
  // What comes next is no mistake of the person.
  const error =
    signIn.error && !(signIn.error instanceof RefusalError && stepAfter(signIn.error)) ? signIn.error : undefined;
  return (
    <div className={css.signIn}>
      <Practice />
      <form className="card stack" onSubmit={(event) => void handleSubmit((fields) => signIn.mutate(fields))(event)}>
        <img src="/console/mark.svg" alt="" />
        <h1>Khara back office</h1>
        {hasEnded() && !signIn.error ? <p>Your session has ended. Fifteen idle minutes are enough for that.</p> : null}
        {storageLasts() ? null : <p>This browser keeps no site data: a reload of the page signs you out.</p>}
        {step.kind === 'password' ? (
          <>
            <label>
              Name
              <input
                autoFocus
                autoComplete="username"
                autoCapitalize="none"
                {...register('name', { required: true })}
              />
            </label>
            <label>
              Password
              <input type="password" autoComplete="current-password" {...register('password', { required: true })} />
            </label>
            <label className="choice">
              <input type="checkbox" {...register('enrol')} /> Set up a second factor
            </label>
          </>
        ) : (
          <>
            {step.kind === 'setup' ? <Setup secret={step.secret} url={step.url} /> : null}
            <label>
              {step.kind === 'setup'
                ? 'Code that the authenticator shows'
                : 'Code of your authenticator, or a recovery code'}
              <input
                autoFocus
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                {...register('otp', { required: true })}
              />
            </label>
          </>
        )}
        {error ? <p role="alert">{wordsFor(error)}</p> : null}
        <button type="submit" className="primary" disabled={signIn.isPending}>
          Sign in
        </button>
        {step.kind === 'password' ? null : (
          <button type="button" onClick={() => setStep({ kind: 'password' })}>
            Back
          </button>
        )}
      </form>
    </div>
  );
}

const Practice = () => <p className={frame.marker}>Practice market: simulated prices, paper money.</p>;

/** The catalogue speaks of the app's phone number; here one signs in by name. */
const wordsFor = (error: Error): string =>
  error instanceof RefusalError && error.reason === 'credentials_invalid'
    ? 'The name or the password is wrong.'
    : error.message;

function stepAfter({ reason, setup }: RefusalError): Step | undefined {
  if (reason === 'second_factor_required') return { kind: 'code' };
  return reason === 'second_factor_setup' && setup ? { kind: 'setup', ...setup } : undefined;
}

function Setup({ secret, url }: { readonly secret: string; readonly url: string }) {
  return (
    <>
      <p>
        A second factor is asked for here. Take this key into an authenticator app, then type the code that it shows. If
        you lose it later, two colleagues can let you set another one up.
      </p>
      <p>
        <code aria-label="Key">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        <a href={url}>Open in an authenticator on this device</a>
      </p>
    </>
  );
}

function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  return (
    <div className={css.signIn}>
      <Practice />
      <section className="card stack">
        <h1>Ten recovery codes</h1>
        <p>Each stands in for the authenticator once. They are shown only now: keep them away from this device.</p>
        <ol aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <button type="button" className="primary" onClick={onKept}>
          I have kept them
        </button>
      </section>
    </div>
  );
}

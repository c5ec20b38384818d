import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { signIn } from '#api/session.ts';

/** Passkeys of this browser. The library that speaks with the browser comes with the first press of a button. */

type PasskeyOutcome = { readonly ok: true } | { readonly ok: false; readonly failure?: Failure };

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/**
 * The reader closed the browser's question, or it has no passkey for this place: nothing went wrong, and
 * nothing happened.
 */
const GIVEN_UP: PasskeyOutcome = { ok: false };

/** Signs in with a passkey. Without a failure: the browser's question was closed. */
export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  const [{ startAuthentication }, setup] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('passkeySignInSetup'),
  ]);
  if (!setup.ok) return { ok: false, failure: setup };
  // Made by the library of the server for the library of the browser; the contract only carries it.
  const optionsJSON = setup.data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await startAuthentication({ optionsJSON }).catch(() => undefined);
  if (!response) return GIVEN_UP;
  const result = await call('passkeySignIn', { response: { ...response } });
  if (!result.ok) return { ok: false, failure: result };
  signIn(result.data);
  return { ok: true };
}

/** Makes a passkey for the account that is signed in, from what `passkeySetup` has answered. */
export async function makePasskey(
  name: string,
  setup: { readonly data: Data<'passkeySetup'> },
): Promise<PasskeyOutcome> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // As above.
  const optionsJSON = setup.data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await startRegistration({ optionsJSON }).catch(() => undefined);
  if (!response) return GIVEN_UP;
  const result = await call('passkeyConfirm', { response: { ...response }, ...(name && { name }) });
  return result.ok ? { ok: true } : { ok: false, failure: result };
}

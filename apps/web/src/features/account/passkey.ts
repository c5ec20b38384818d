import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { signIn } from '#api/session.ts';

/** Passkeys of this browser. The library that speaks with the browser comes with the first press of a button. */

/** Why there is no passkey: the server's refusal, or what the browser says. */
type PasskeyOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: Pick<Failure, 'message'> & Partial<Failure> }
  /** The reader closed the browser's question, or it has none for this place. `known`: this device has one already. */
  | { readonly ok: false; readonly why: 'givenUp' | 'known' | 'address' };

/**
 * Whether passkeys can be used here. They are bound to the name of a site, and an address of numbers is none
 * (WebAuthn).
 */
export function passkeysHere(host = location.hostname): 'able' | 'browser' | 'address' {
  if (/^[\d.]+$|^\[/.test(host)) return 'address';
  return typeof PublicKeyCredential === 'function' ? 'able' : 'browser';
}

/** What the browser's refusal means, by the names of WebAuthn; its own words where it has none. */
function whyNot(error: unknown): Exclude<PasskeyOutcome, { ok: true }> {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'NotAllowedError' || name === 'AbortError') return { ok: false, why: 'givenUp' };
  if (name === 'InvalidStateError') return { ok: false, why: 'known' };
  if (name === 'SecurityError') return { ok: false, why: 'address' };
  return { ok: false, failure: { message } };
}

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  try {
    const [{ startAuthentication }, setup] = await Promise.all([
      import('@simplewebauthn/browser'),
      call('passkeySignInSetup'),
    ]);
    if (!setup.ok) return { ok: false, failure: setup };
    // Made by the library of the server for the library of the browser; the contract only carries it.
    const optionsJSON = setup.data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const response = await startAuthentication({ optionsJSON });
    const result = await call('passkeySignIn', { response: { ...response } });
    if (!result.ok) return { ok: false, failure: result };
    signIn(result.data);
    return { ok: true };
  } catch (error) {
    return whyNot(error);
  }
}

/** Makes a passkey for the account that is signed in, from what `passkeySetup` has answered. */
export async function makePasskey(
  name: string,
  setup: { readonly data: Data<'passkeySetup'> },
): Promise<PasskeyOutcome> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    // As above.
    const optionsJSON = setup.data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const response = await startRegistration({ optionsJSON });
    const result = await call('passkeyConfirm', { response: { ...response }, ...(name && { name }) });
    return result.ok ? { ok: true } : { ok: false, failure: result };
  } catch (error) {
    return whyNot(error);
  }
}

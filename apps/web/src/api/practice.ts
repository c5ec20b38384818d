import type { Data, Payload } from '@khara/contract';
import { deviceKeyMessage } from '@khara/rules';
import { done, indexedStore } from '#lib/indexed-store.ts';
import { storageLasts, store } from '#lib/storage.ts';
import { call, queryClient } from './client.ts';
import type { Failure, Result } from './failure.ts';
import { keepUserInfo, PRACTICE_HERE, signIn } from './session.ts';

/**
 * The practice account of this browser: its key lies in IndexedDB, and no script can read it out. Without a secure
 * context a browser makes no keys: a random token takes its place. Where nothing may be stored, it lives as long as
 * the page.
 */
const DATABASE = 'khara-device';
const STORE = 'keys';
/**
 * `joining`: of a seat that is being taken, so that an answer that was lost is asked for again with the same. `before`:
 * of the practice account that this browser had before it took a seat; it comes back when the seat is gone.
 */
type KeyName = 'practice' | 'joining' | 'before';
const NAME: KeyName = 'practice';
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const TOKEN_BYTES = 32;

/** A pair of keys, or the token. */
type DeviceKey = CryptoKeyPair | string;
type Proof = Payload<'practiceSignIn'>;

const ofThisPage = new Map<KeyName, DeviceKey>();

const within = indexedStore(DATABASE, STORE);

const readKey = (name: KeyName = NAME): Promise<DeviceKey | undefined> =>
  within('readonly', (store) => done<DeviceKey | undefined>(store.get(name))).catch(() => ofThisPage.get(name));

async function makeKey(): Promise<DeviceKey> {
  if (globalThis.crypto.subtle === undefined) return toText(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return crypto.subtle.generateKey(KEY, false, ['sign', 'verify']);
}

/** The key of this browser, made where there is none. Two tabs that make one at once go on with the same. */
async function takeKey(name: KeyName = NAME): Promise<DeviceKey> {
  const kept = await readKey(name);
  if (kept !== undefined) return kept;
  const made = await makeKey(); // before the transaction, which ends while something else is waited for
  try {
    return await within('readwrite', async (store) => {
      const first = await done<DeviceKey | undefined>(store.get(name));
      if (first === undefined) await done(store.put(made, name));
      return first ?? made;
    });
  } catch {
    ofThisPage.set(name, made);
    return made;
  }
}

async function forgetKey(name: KeyName = NAME): Promise<void> {
  if (name === NAME) store(PRACTICE_HERE, null);
  ofThisPage.delete(name);
  await within('readwrite', (store) => done(store.delete(name))).catch(() => undefined);
}

async function keepKey(name: KeyName, key: DeviceKey): Promise<void> {
  await within('readwrite', (store) => done(store.put(key, name))).catch(() => ofThisPage.set(name, key));
}

/** Whether an account that is begun here is there after a reload. */
export const keepsKeys = (): Promise<boolean> =>
  within('readwrite', (store) => done(store.count())).then(storageLasts, () => false);

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function prove(key: DeviceKey): Promise<Result<Proof>> {
  if (typeof key === 'string') return { ok: true, data: { deviceToken: key }, message: '' };
  const asked = await call('practiceChallenge');
  if (!asked.ok) return asked;
  const { challenge } = asked.data;
  const message = new TextEncoder().encode(deviceKeyMessage(challenge));
  const [point, signature] = await Promise.all([
    crypto.subtle.exportKey('raw', key.publicKey),
    crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, message),
  ]);
  const data = { publicKey: toText(new Uint8Array(point)), challenge, signature: toText(new Uint8Array(signature)) };
  return { ok: true, data, message: '' };
}

/** Opens the practice account of this browser, or the one that it has, and signs in. */
export async function startPractice(): Promise<Result<Data<'openPracticeAccount'>>> {
  const proof = await prove(await takeKey());
  if (!proof.ok) return proof;
  const result = await call('openPracticeAccount', { ...proof.data, agree: true });
  if (result.ok) signIn(result.data);
  return result;
}

/**
 * Takes a seat of a class, or comes back to the one that this browser has there. A new seat has a key of its own: an
 * account that this browser has is put aside.
 */
export async function joinClass(code: string, move: boolean): Promise<Result<Data<'joinClass'>>> {
  const before = await readKey();
  if (before !== undefined) {
    const result = await joinBy(before, code, move);
    if (result.ok) signIn(result.data);
    if (result.ok || result.reason !== 'class_device_taken') return result;
  }
  const key = await takeKey('joining');
  const result = await joinBy(key, code, move);
  if (!result.ok) return result;
  if (before !== undefined && (await readKey('before')) === undefined) await keepKey('before', before);
  await keepKey(NAME, key);
  await forgetKey('joining');
  signIn(result.data);
  return result;
}

async function joinBy(key: DeviceKey, code: string, move: boolean): Promise<Result<Data<'joinClass'>>> {
  const proof = await prove(key);
  return proof.ok ? call('joinClass', { ...proof.data, code, move, agree: true }) : proof;
}

/** Whether an account that was put aside for a seat is here again. */
async function takeBack(): Promise<boolean> {
  const before = await readKey('before');
  if (before === undefined) return false;
  await keepKey(NAME, before);
  await forgetKey('before');
  return true;
}

type Reopened = {
  readonly is: 'in' | 'back' | 'gone' | 'unreached';
  /** Why not, where the server said so. */
  readonly failure?: Failure;
};

/**
 * Signs in again by the key of this browser: `back` to the account that was put aside for a seat, where that is gone;
 * `gone`, where no account is there any more.
 */
export async function signInAgain(): Promise<Reopened> {
  const key = await readKey();
  if (key === undefined) {
    store(PRACTICE_HERE, null);
    return { is: 'gone' };
  }
  const proof = await prove(key);
  if (!proof.ok) return { is: 'unreached', failure: proof };
  const result = await call('practiceSignIn', proof.data);
  if (result.ok) {
    signIn(result.data);
    return { is: 'in' };
  }
  if (!result.reason?.startsWith('device_key')) return { is: 'unreached', failure: result };
  if (await takeBack()) {
    const again = await signInAgain();
    return again.is === 'in' ? { is: 'back' } : again;
  }
  store(PRACTICE_HERE, null);
  return { is: 'gone', failure: result };
}

let signingIn: Promise<unknown> | undefined;

/**
 * Opens a session that is over again without a word; calls `leave` where that cannot be, and `say` where another
 * account is here now.
 */
export function reopenSession(leave: () => void, say: () => void): Promise<unknown> {
  signingIn ??= signInAgain()
    .then(({ is }) => {
      if (is === 'gone') return leave();
      if (is === 'back') say();
      return is === 'unreached' ? undefined : queryClient.invalidateQueries();
    })
    .finally(() => (signingIn = undefined));
  return signingIn;
}

/** Keeps the account with a phone and passwords, by its key, which is good for nothing from then on. */
export async function keepPractice(
  payload: Payload<'keepPracticeAccount'>,
): Promise<Result<Data<'keepPracticeAccount'>>> {
  const key = await readKey();
  // An answer that was lost is given again without it.
  const proof = key === undefined ? undefined : await prove(key);
  if (proof?.ok === false) return proof;
  const result = await call('keepPracticeAccount', { ...payload, ...proof?.data });
  if (!result.ok) return result;
  keepUserInfo(result.data.userInfo);
  await forgetKey();
  return result;
}

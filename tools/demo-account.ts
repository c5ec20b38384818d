import { randomBytes, randomInt } from 'node:crypto';
import { calls, CODES, type CallName, type Data, type Payload } from '@khara/contract';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';

const { values } = readArguments({
  usage: 'npm run demo-account [-- --at http://localhost:8080] [--programs http://localhost:8080]',
  does: `Opens a practice account on a running server by the calls that the app makes, keeps it with a made-up phone
number, and makes a key that reads it and places orders for 30 days. Prints what opens the account in the app, the
key with its secret and tokens, and the lines that run examples/. None of it is kept here.

  --at        address of the server; PORT is looked at, too
  --programs  address of the door for programs, where it has a name of its own (KITE_HOST)`,
  options: { at: { type: 'string' }, programs: { type: 'string' } },
});
const at = (values.at ?? `http://localhost:${process.env['PORT'] ?? 8080}`).replace(/\/+$/, '');
const door = (values.programs ?? at).replace(/\/+$/, '');

/** Bytes of what the device of a practice account is known by where it makes no keys. */
const DEVICE_TOKEN_BYTES = 32;
const KEY_DAYS = 30;
/** Of an answer. */
const TIMEOUT_MS = 30_000;

/** What the reader of the terminal can do something about: no defect. */
class CannotBe extends Error {}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CannotBe(
      `No server answers at ${at} (${errorMessage(error)}).\nStart one with npm start, or name another: npm run demo-account -- --at ADDRESS`,
    );
  }
}

/** Throws with the server's own words where it refuses. */
async function call<N extends CallName>(name: N, payload: Payload<N>, token = ''): Promise<Data<N>> {
  const response = await reach(at + calls[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en', ...(token !== '' && { token }) },
    body: JSON.stringify(payload),
  });
  const answer = (await response.json().catch(() => undefined)) as // a boundary: another program may answer there
    { readonly code: number; readonly msg: string; readonly data: Data<N> } | undefined;
  if (answer?.code === undefined) throw new CannotBe(`What answers at ${at} is no server of Khara.`);
  if (answer.code !== CODES.success) throw new CannotBe(`The server refuses: ${answer.msg}.`);
  return answer.data;
}

/** A door answers who has no token with an exception of its clients; where there is none, nothing stands there. */
async function findDoor(): Promise<void> {
  const response = await reach(`${door}/user/profile`, {});
  const answer = (await response.json().catch(() => undefined)) as { readonly error_type?: string } | undefined;
  if (answer?.error_type !== 'TokenException')
    throw new CannotBe(
      `No door for programs stands at ${door}. It is open where only this machine reaches the server.\n` +
        'Start the server with KITE=on, or where KITE_HOST gives the door a name: -- --programs ADDRESS',
    );
}

async function openAccount() {
  const deviceToken = randomBytes(DEVICE_TOKEN_BYTES).toString('base64url');
  const { register } = await call('configInfo', {});
  await findDoor(); // before there is an account that no program can use
  const { token } = await call('openPracticeAccount', { deviceToken, agree: true });
  const phone = `${randomInt(6, 10)}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const password = randomBytes(12).toString('base64url');
  const transactionPassword = String(randomInt(1_000_000)).padStart(6, '0');
  await call(
    'keepPracticeAccount',
    {
      deviceToken,
      phone: `+91${phone}`,
      password,
      confirmPassword: password,
      transactionPassword,
      ...(register.sandboxInviteCode !== undefined && { inviteCode: register.sandboxInviteCode }),
      agree: true,
    },
    token,
  );
  const made = await call(
    'makeProgramKey',
    { name: 'demo-account', scope: 'trade', days: KEY_DAYS, password, transactionPassword },
    token,
  );
  const { available } = await call('rupeeWallet', {}, token);
  return { phone, password, transactionPassword, available, ...made };
}

try {
  const { phone, password, transactionPassword, available, key, secret, accessToken, refreshToken } =
    await openAccount();
  const money = Number(available).toLocaleString('en-IN', { style: 'currency', currency: 'INR' });
  console.log(`A practice account with ${money} of paper money, and a key that places orders for ${KEY_DAYS} days.
All of this is shown once.

  api_key         ${key.id}
  api_secret      ${secret}
  access_token    ${accessToken}      good until 06:00 in India
  refresh_token   ${refreshToken}

  In the app      ${at}/h5/
                  phone ${phone}, password ${password}
                  transaction password ${transactionPassword}

A first share, by one of these:

export KHARA_ROOT=${door} KHARA_KEY=${key.id} KHARA_TOKEN=${accessToken}
sh examples/curl/first-fill.sh
npm ci --prefix examples/javascript && node examples/javascript/first-fill.mjs
python3 examples/python/first_fill.py

More: docs/programs.md and ${at}/docs`);
} catch (error) {
  if (!(error instanceof CannotBe)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

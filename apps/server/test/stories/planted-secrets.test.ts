import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls, type CallName, type Data, type Payload } from '@khara/contract';
import { isAadhaar } from '@khara/rules';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress, newPhone } from '#test/client.ts';
import { connectAsSuperuser, endOrphan, freePort, startServer, type ServerProcess } from '#test/server-process.ts';

/**
 * Secrets that a member gives to a real server, in every call that takes one, rightly and wrongly. They are
 * then looked for in what the server leaves behind: every table as text, the files of the data directory (but
 * for its keys), and the log at its most talkative.
 */

const PASSWORD = `padmini-${randomInt(1e9)}-kamal`;
const SECOND_PASSWORD = `chandni-${randomInt(1e9)}-raat`;
const WRONG_PASSWORD = `galat-${randomInt(1e9)}-shabd`;
const ACCOUNT_NUMBER = `9${String(randomInt(1e12)).padStart(12, '0')}`;
const from = { 'x-forwarded-for': newAddress() };

/** An invented number of the right form. */
function newAadhaar(): string {
  for (;;) {
    const number = `${randomInt(2, 10)}${String(randomInt(1e11)).padStart(11, '0')}`;
    if (isAadhaar(number)) return number;
  }
}
/** Noise, so that no two pictures have a run of bytes in common. */
const picture = (text: string): Promise<Buffer> =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withExif({ IFD0: { ImageDescription: text } })
    .jpeg({ quality: 90 })
    .toBuffer();

describe('what a member trusts the server with', () => {
  let dataDir: string;
  let server: ServerProcess;
  let log = '';
  /** What is looked for: a name for the report, and its bytes. */
  const secrets = new Map<string, Buffer>();
  /** Something that must be found in each place, or the search itself is broken. */
  const phone = newPhone();
  let userId = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'khara-secrets-'));
    server = await startServer({ dataDir, port: await freePort(), environment: { LOG_LEVEL: 'trace' } });
    for (const stream of [server.process.stdout, server.process.stderr]) {
      stream?.on('data', (text: Buffer) => (log += text.toString()));
    }
    await live();
    // What is in memory and in the log of the database's changes comes to the files too.
    await asSuperuser((client) => client.query('CHECKPOINT'));
  }, 240_000);
  afterAll(async () => {
    await server?.kill();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  async function live(): Promise<void> {
    const plant = (name: string, value: string) => void secrets.set(name, Buffer.from(value));
    plant('login password', PASSWORD);
    plant('second login password', SECOND_PASSWORD);
    plant('wrong password', WRONG_PASSWORD);
    plant('bank account number', ACCOUNT_NUMBER);

    const opened = await get('register', { phone, password: PASSWORD, inviteCode: 'KHARA', agree: true });
    userId = opened.userInfo.id;
    plant('token', opened.token);
    plant('device', opened.device);
    const own = { token: opened.token, device: opened.device };
    await ask('signIn', { phone, password: WRONG_PASSWORD });
    await ask('userDetail', {}, { token: `${opened.token}x` });

    const aadhaar = newAadhaar();
    plant('Aadhaar number', aadhaar);
    const [front, back] = [await picture(`front ${PASSWORD}`), await picture('back')];
    const photos = [];
    for (const [name, bytes] of [
      ['front', front],
      ['back', back],
    ] as const) {
      secrets.set(`${name} photo, as sent`, bytes.subarray(1000, 1064));
      const fileId = await upload(bytes, own);
      photos.push(fileId);
      const kept = await fetch(`${server.url}/app/upload/file/${fileId}`, { headers: { ...from, ...own } });
      const served = Buffer.from(await kept.arrayBuffer());
      expect(served.length).toBeGreaterThan(5000);
      secrets.set(`${name} photo, as kept`, served.subarray(2000, 2064));
    }
    const [frontPhoto, backPhoto] = photos as [string, string];
    await ask(
      'submitIdentity',
      { name: 'Asha Rao', idNumber: `${aadhaar.slice(0, 11)}${(Number(aadhaar[11]) + 1) % 10}`, frontPhoto, backPhoto },
      own,
    );
    await get('submitIdentity', { name: 'Asha Rao', idNumber: aadhaar, frontPhoto, backPhoto }, own);
    await get(
      'saveBankAccount',
      {
        channelType: 'IMPS',
        accountNumber: ACCOUNT_NUMBER,
        holderName: 'Asha Rao',
        ifsc: 'KHAR0000001',
      },
      own,
    );

    // Six digits stand in many places by chance: a password is looked for with what would stand around it.
    const { defaultTransactionPassword: first } = opened;
    const next = String(randomInt(1e6)).padStart(6, '0');
    await get('setTransactionPassword', { oldPassword: first, newPassword: next }, own);
    await ask('rememberTransactionPassword', { transactionPassword: next, minutes: 15 }, own);
    await ask(
      'placeBuyOrder',
      {
        code: 'AAMRAI',
        quantity: 1,
        product: 'delivery',
        type: 'market',
        transactionPassword: next,
        requestId: 'planted-1',
      },
      own,
    );
    for (const [name, digits] of [
      ['default', first],
      ['own', next],
    ] as const) {
      for (const hash of ['md5', 'sha1', 'sha256'] as const) {
        const digest = createHash(hash).update(digits).digest();
        secrets.set(`${hash} of the ${name} transaction password`, digest);
      }
      plant(`${name} transaction password, as JSON`, `"${digits}"`);
      plant(`${name} transaction password, as a value`, `assword=${digits}`);
    }

    const { secret: seed } = await get('totpSetup', {}, own);
    plant('TOTP seed', seed);
    secrets.set('TOTP seed, its bytes', Buffer.from(Secret.fromBase32(seed).buffer));
    const { recoveryCodes } = await confirmed(seed, own);
    for (const [index, code] of recoveryCodes.entries()) {
      plant(`recovery code ${index + 1}`, code);
      plant(`recovery code ${index + 1}, without hyphens`, code.replaceAll('-', ''));
    }
    await get('changePassword', { oldPassword: PASSWORD, newPassword: SECOND_PASSWORD }, own);
    const again = await get('signIn', { phone, password: SECOND_PASSWORD, otp: recoveryCodes[0]! }, own);
    plant('second token', again.token);
  }

  /** A code counts while it is shown: one that was shown just before its time was over is followed by the next. */
  async function confirmed(seed: string, own: Readonly<Record<string, string>>): Promise<Data<'totpConfirm'>> {
    const totp = new TOTP({ secret: Secret.fromBase32(seed) });
    for (let tries = 0; ; tries += 1) {
      const { code, data } = await ask('totpConfirm', { otp: totp.generate() }, own);
      if (code === 200) return data as Data<'totpConfirm'>; // the call table says so
      if (tries === 2) throw new Error(`totpConfirm answered ${code} ${JSON.stringify(data)}`);
    }
  }

  it('is in no table of the database', async () => {
    const rows: string[] = [];
    await asSuperuser(async (client) => {
      const tables = await client.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      expect(tables.rows.length).toBeGreaterThan(50);
      await client.query(`SET bytea_output = 'hex'`);
      for (const { name } of tables.rows) {
        const { rows: texts } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
        rows.push(...texts.map(({ line }) => line));
      }
    });
    // As row_to_text gives it: what was written as text stands there, what was written as bytes stands there in hex.
    const dump = rows
      .join('\n')
      .replaceAll('""', '"')
      .replaceAll(String.raw`\"`, '"');
    expect(dump).toContain(userId);
    expect(dump).toContain(Buffer.from(phone.slice(-4)).toString());
    expect(found(Buffer.from(dump))).toEqual([]);
  });

  it('is in no file of the data directory but its keys', async () => {
    const inFiles: string[] = [];
    let files = 0;
    let isIn = false;
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      if (path.relative(dataDir, file).startsWith(`keys${path.sep}`)) continue;
      const bytes = await readFile(file).catch(() => Buffer.alloc(0)); // gone in the meantime
      files += 1;
      isIn ||= bytes.includes(userId);
      inFiles.push(...found(bytes).map((name) => `${path.relative(dataDir, file)}: ${name}`));
    }
    expect(files).toBeGreaterThan(100);
    expect(isIn).toBe(true);
    expect(inFiles).toEqual([]);
  });

  it('is in no line of the log', async () => {
    await expect.poll(() => log, { timeout: 60_000 }).toContain('"call":"changePassword"');
    await server.stop();
    expect(log).toContain(userId);
    // It says what was refused and why, since that is what it is for.
    expect(log).toMatch(/"call":"signIn",[^\n]*"refused":"credentials_invalid"/);
    expect(log).toMatch(/"call":"userDetail",[^\n]*"refused":"401"/);
    expect(found(Buffer.from(log.replaceAll(String.raw`\"`, '"')))).toEqual([]);
  });

  /** Names of the secrets that are in these bytes: as they are, in hex, in base64 of both alphabets. */
  function found(bytes: Buffer): readonly string[] {
    return [...secrets]
      .filter(([, value]) =>
        [value, value.toString('hex'), value.toString('base64').replaceAll('=', ''), value.toString('base64url')].some(
          (form) => bytes.includes(form),
        ),
      )
      .map(([name]) => name);
  }

  async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await connectAsSuperuser(dataDir);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async function ask<N extends CallName>(name: N, payload: Payload<N>, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(server.url + calls[name].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from, ...headers },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as { readonly code: number; readonly data: unknown }; // the envelope
  }

  async function get<N extends CallName>(
    name: N,
    payload: Payload<N>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Data<N>> {
    const { code, data } = await ask(name, payload, headers);
    if (code !== 200) throw new Error(`${name} answered ${code} ${JSON.stringify(data)}`);
    return data as Data<N>; // the call table says so, and the serialiser keeps to it
  }

  async function upload(
    bytes: Uint8Array<ArrayBufferLike>,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const form = new FormData();
    form.append('purpose', 'kyc');
    form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'card.jpg');
    const response = await fetch(`${server.url}/app/upload/image`, {
      method: 'POST',
      headers: { ...from, ...headers },
      body: form,
    });
    const { code, data } = (await response.json()) as { code: number; data: Data<'uploadPicture'> };
    expect(code).toBe(200);
    return data.fileId;
  }
});

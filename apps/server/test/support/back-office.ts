import { SIGNS } from './deps.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { consoleCalls, type ConsoleCallName, type ConsoleData, type ServerMessage } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { openPool } from '#src/adapters/postgres.ts';
import { buildApp } from '#src/app.ts';
import { routeConsoleCalls } from '#src/http/console-calls.ts';
import { seal } from '#src/security/vault.ts';
import { handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as articles } from '#modules/articles/index.ts';
import { handlers as classes } from '#modules/classes/index.ts';
import { handlers as config } from '#modules/config/index.ts';
import { bootstrapStaff, executeApprovedRequests, type ConsoleDeps } from '#modules/console/index.ts';
import { handlers as credit, recordRules } from '#modules/credit/index.ts';
import { handlers as kyc } from '#modules/kyc/index.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { handlers as privacy } from '#modules/privacy/index.ts';
import { handlers as support } from '#modules/support/index.ts';
import { handlers as votes } from '#modules/votes/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import { noticeHandlers } from './notice-handlers.ts';
import { newAddress } from './client.ts';
import { useTestDatabase, type TestDatabase } from './database.ts';
import { openOfferings } from './offerings-market.ts';
import { openWallet, type WalletWorld } from './wallet.ts';
import { withPushes } from './pushes.ts';

const STAFF = ['asha:first-password', 'bela:second-password', 'chand:third-password'];

export type Answer = { readonly code: number; readonly data: { readonly reason?: string } & Record<string, unknown> };

/** One of the staff, signed in. `get` throws when refused; `refused` gives the reason. */
type StaffMember = {
  readonly token: string;
  ask(name: ConsoleCallName, payload: object, more?: object): Promise<Answer>;
  get<N extends ConsoleCallName>(name: N, payload?: object): Promise<ConsoleData<N>>;
  refused(name: ConsoleCallName, payload: object): Promise<unknown>;
};

/** What an encrypted picture holds. */
export const PICTURE = Buffer.from('what an encrypted picture holds');

/** The same in every language. */
export const inFour = <T>(text: T) => ({ en: text, hi: text, 'zh-Hant': text, 'zh-Hans': text });

export type BackOffice = {
  readonly database: TestDatabase;
  /** What went to members over their sockets, newest last. */
  readonly pushed: [userId: string, message: ServerMessage][];
  readonly world: WalletWorld;
  readonly deps: ConsoleDeps;
  readonly app: FastifyInstance;
  readonly asha: StaffMember;
  readonly bela: StaffMember;
  ask(token: string | undefined, name: ConsoleCallName, payload: object, more?: object): Promise<Answer>;
  signedIn(name: string, password: string): Promise<StaffMember>;
  /** An identity check as a member hands it in, without the pixels. */
  handIn(memberId: string, numberHash?: Uint8Array): Promise<{ readonly id: string; readonly front: string }>;
  /** Asha asks, Bela agrees, the server carries it out. */
  agreeOn(request: object): Promise<ConsoleData<'consoleDecide'>>;
  /** Ends that it goes by a clock of the test's. */
  ownClock(): Promise<void>;
  /** Who did what to a subject, oldest first, as the audit has it. */
  auditOf(subject: string): Promise<readonly string[]>;
};

/** Lets the back office go by a clock that a test moves, whatever the database's says. Answers what ends that. */
export async function believeAnyClock({ admin }: TestDatabase): Promise<() => Promise<void>> {
  const [own] = await admin.query<{ own: string }>(
    't.own_time',
    "SELECT pg_get_functiondef('console.is_now'::regproc) AS own",
  );
  await admin.query(
    't.any_time',
    'CREATE OR REPLACE FUNCTION console.is_now(p_now bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
  );
  return async () => void (await admin.query('t.own_time_again', own!.own));
}

/**
 * A back office with a database of its own, and two of the staff signed in. Identities, recharges and
 * withdrawals wait for people.
 */
export function useBackOffice(): BackOffice {
  const database = useTestDatabase({ provesBooks: false });
  const pushed: [string, ServerMessage][] = [];
  let opened: Pick<BackOffice, 'world' | 'deps' | 'app' | 'asha' | 'bela' | 'ownClock'> | undefined;
  const office = () => {
    if (!opened) throw new Error('The back office is there in hooks and tests only');
    return opened;
  };

  beforeAll(async () => {
    const world = await openWallet(database, { decides: 'people' });
    const { deps: offerings } = openOfferings(database.app);
    const deps: ConsoleDeps = withPushes(
      {
        ...world.deps,
        config: {
          ...world.deps.config,
          CONSOLE_BOOTSTRAP: STAFF.map((one) => ({ name: one.split(':')[0]!, password: one.split(':')[1]! })),
          KYC_REVIEW: 'manual',
        },
        market: { ...offerings.market, now: () => ({ ...offerings.market.now(), phase: 'continuous' }) },
        offerings: offerings.offerings,
        portfolio: createPortfolio({ db: database.app, market: offerings.market }),
        backOffice: openPool({ ...database.connection('khara_console'), max: 3, ...SIGNS }),
        door: openPool({ ...database.connection('khara_staff'), max: 3, ...SIGNS }),
        booksStopped: () => false,
      },
      (userId, message) => pushed.push([userId, message]),
    );
    const ownClock = await believeAnyClock(database);
    await recordRules(database.app);
    await bootstrapStaff(deps);
    const handlers = {
      ...accounts,
      ...articles,
      ...classes,
      ...config,
      ...credit,
      ...kyc,
      ...noticeHandlers,
      ...privacy,
      ...support,
      ...votes,
      ...wallet,
      ...statement,
    };
    const app = await buildApp(deps, handlers, { data: (data) => routeConsoleCalls(data, deps) });
    const [asha, bela] = [await signIn(app, 'asha', 'first-password'), await signIn(app, 'bela', 'second-password')];
    opened = { world, deps, app, asha, bela, ownClock };
  });
  afterAll(async () => {
    if (!opened) return;
    await opened.app.close();
    await opened.deps.backOffice.close();
    await opened.deps.door.close();
    await opened.world.close();
  });

  return {
    database,
    pushed,
    get world() {
      return office().world;
    },
    get deps() {
      return office().deps;
    },
    get app() {
      return office().app;
    },
    get asha() {
      return office().asha;
    },
    get bela() {
      return office().bela;
    },
    ask: (...asked) => ask(office().app, ...asked),
    signedIn: (name, password) => signIn(office().app, name, password),
    handIn: (memberId, numberHash) => handIn(database, office().deps, memberId, numberHash),
    async agreeOn(request) {
      const { asha, bela, deps } = office();
      const { id } = await asha.get('consoleRequest', request);
      await bela.get('consoleDecide', { id, approve: true, reason: 'review' });
      await executeApprovedRequests(deps);
      const { list } = await bela.get('consoleRequests');
      return list.find((one) => one.id === id)!;
    },
    ownClock: () => office().ownClock(),
    auditOf: async (subject) =>
      (await office().asha.get('consoleAudit', { size: 100 })).list
        .filter((line) => line.subject === subject)
        .map(({ staff, action }) => `${staff} ${action}`)
        .toReversed(),
  };
}

async function ask(
  app: FastifyInstance,
  token: string | undefined,
  name: ConsoleCallName,
  payload: object,
  more: object = {},
): Promise<Answer> {
  const { path, method } = consoleCalls[name];
  const { id, ...rest } = payload as { id?: string };
  const inPath = path.endsWith('{id}');
  const response = await app.inject({
    method,
    url: inPath ? path.replace('{id}', String(id)) : path,
    headers: { 'x-forwarded-for': newAddress(), ...(token === undefined ? {} : { token }), ...more },
    ...(method === 'POST' ? { payload: inPath ? rest : payload } : {}),
  });
  return response.json<Answer>();
}

async function signIn(app: FastifyInstance, name: string, password: string): Promise<StaffMember> {
  const answer = await ask(app, undefined, 'consoleSignIn', { name, password });
  if (answer.code !== 200) throw new Error(`sign-in answered ${answer.code} ${JSON.stringify(answer.data)}`);
  const token = String(answer.data['token']);
  return {
    token,
    ask: (call, payload, more) => ask(app, token, call, payload, more),
    async get(call, payload = {}) {
      const { code, data } = await ask(app, token, call, payload);
      if (code !== 200) throw new Error(`${call} answered ${code} ${JSON.stringify(data)}`);
      return data as never; // the call table says what it is
    },
    async refused(call, payload) {
      const { code, data } = await ask(app, token, call, payload);
      return code === 200 ? 'not refused' : (data?.reason ?? code);
    },
  };
}

async function handIn(
  database: TestDatabase,
  deps: ConsoleDeps,
  memberId: string,
  numberHash: Uint8Array = randomBytes(32),
): Promise<{ readonly id: string; readonly front: string }> {
  const [front, back] = [`P${randomUUID().slice(0, 12)}`, `P${randomUUID().slice(0, 12)}`];
  for (const id of [front, back]) {
    const sealed = seal(deps.keys.vault, deps.random, PICTURE, [memberId, 'picture', 'kyc', id, '1']);
    await database.app.query(
      't.picture',
      `INSERT INTO pictures.picture (id, member_id, purpose, key_id, wrapped_key, body, bytes, look, contrast, at, delete_at)
       VALUES ($1, $2, 'kyc', $3, $4, $5, 9, $6, 40, 1, 9000000000000)`,
      [id, memberId, sealed.keyId, sealed.wrappedKey, sealed.body, Buffer.alloc(256)],
    );
  }
  await database.app.query('t.review', `UPDATE accounts.member SET kyc_status = 'under_review' WHERE id = $1`, [
    memberId,
  ]);
  const [row] = await database.app.query<{ id: bigint }>(
    't.application',
    `INSERT INTO kyc.application (member_id, name, last_four, number_hash, front_id, back_id, submitted_at)
     VALUES ($1, 'Meera Nair', '4321', $2, $3, $4, $5) RETURNING id`,
    [memberId, numberHash, front, back, deps.clock.now()],
  );
  return { id: String(row!.id), front };
}

import type { ServerMessage } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { handlers as accounts, createSessions } from '#modules/accounts/index.ts';
import { sharpPictures } from '#src/adapters/pictures.ts';
import { systemRandom } from '#src/adapters/system.ts';
import { buildApp } from '#src/app.ts';
import type { Db } from '#src/ports/database.ts';
import type { MemberSockets } from '#src/http/tell-members.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Handlers } from '#src/kernel/call-handler.ts';
import { noticeHandlers } from './notice-handlers.ts';
import { testDeps, type TestClock } from './deps.ts';
import { withPushes } from './pushes.ts';
import { quickPasswords } from './quick-passwords.ts';

/**
 * An app in which members sign in for real, with notices and the handlers given, over a test's database and
 * clock. Proxies are trusted, so that callers have networks.
 */
export async function memberApp(
  { db, clock }: { readonly db: Db; readonly clock: TestClock },
  handlers: Partial<Handlers> = {},
  {
    parts = {},
    environment = {},
    toUser,
    sockets,
  }: {
    readonly parts?: Omit<Partial<Deps>, 'pushes'>;
    readonly environment?: Readonly<Record<string, string>>;
    /** Takes the messages to devices. */
    readonly toUser?: (userId: string, message: ServerMessage) => unknown;
    readonly sockets?: Partial<MemberSockets>;
  } = {},
): Promise<{ readonly app: FastifyInstance; readonly deps: Deps }> {
  const base = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const deps: Deps = withPushes(
    {
      ...base,
      db,
      clock,
      random: systemRandom,
      sessions: createSessions({ db, clock }),
      passwords: quickPasswords({ ...base, random: systemRandom }),
      pictures: sharpPictures(),
      ...parts,
    },
    toUser,
    sockets,
  );
  return { app: await buildApp(deps, { ...accounts, ...noticeHandlers, ...handlers }), deps };
}

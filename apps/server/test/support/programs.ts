import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createHistory, historyDays } from '@khara/history';
import { confirmProgramKey, createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as configHandlers } from '#modules/config/index.ts';
import { createScreenHandlers } from '#modules/companies/index.ts';
import { createCharts, createMarketHandlers, createWatchlists } from '#modules/market/index.ts';
import { createWatchingHandlers, watchAlerts } from '#modules/watching/index.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import { createPlacing } from '#modules/standing/index.ts';
import { createKnownPrograms, createProgramHandlers } from '#modules/programs/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet, receiveReport } from '#modules/wallet/index.ts';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { systemRandom } from '#src/adapters/system.ts';
import { buildApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { createTicker, serveTicker } from '#src/http/kite/ticker/serve-ticker.ts';
import { withPostbacks } from '#src/http/kite/postbacks.ts';
import { pushesOver, tellMembers } from '#src/http/tell-members.ts';
import { SocketHub } from '#src/http/socket-hub.ts';
import { serveSocket } from '#src/http/socket.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { PostOutside } from '#src/ports/post-outside.ts';
import type { Db } from '#src/ports/database.ts';
import { newMember } from './client.ts';
import { companiesOn } from './companies.ts';
import { testJobs } from './jobs.ts';
import { KiteConnect } from './kite-client.ts';
import { quickPasswords } from './quick-passwords.ts';
import { openTrading } from './trading.ts';

/** A server with the door for programs and the ticker, which listens for clients as they are published. */
export async function openPrograms(db: Db, post?: PostOutside) {
  // One of them is under surveillance.
  const trading = await openTrading(db, {
    codes: ['AAMRAI', 'ACHALGARH', 'ALANKRITI', 'PATTIMAR'],
    ...(post && { post }),
  });
  const { clock, venue } = trading;
  const rail = sandboxRail({ db, clock, key: trading.deps.keys.bank });
  const { market } = trading.deps;
  const sessions = createSessions({ db, clock });
  const hub = new SocketHub({ market, feed: venue, sessions, clock: trading.deps.clock });
  const bus = memoryBus(trading.deps.log);
  const parts: Deps = {
    ...trading.deps,
    config: readConfig({
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      ...(post && { PROGRAM_POSTBACKS: 'any' }),
    }),
    random: systemRandom,
    rail,
    jobs: testJobs(clock),
    sessions,
    programs: createKnownPrograms({ db, clock: trading.deps.clock }),
    pushes: pushesOver(bus),
    passwords: quickPasswords({ ...trading.deps, random: systemRandom }),
  };
  const deps = withPostbacks(parts, post);
  tellMembers(deps, bus, hub);
  const days = historyDays(market.now().marketDate);
  const history = createHistory({ seed: new Uint8Array(32), days, issuers: venue.universe.issuers, indices: [] });
  const charts = createCharts({ db, history, market });
  const watchlists = createWatchlists(db, bus);
  const alerts = await watchAlerts(deps, venue);
  const companies = companiesOn({ db, market }, market.now().marketDate);
  const handlers = {
    ...accounts,
    ...configHandlers,
    ...wallet,
    ...statement,
    ...createProgramHandlers(confirmProgramKey),
    ...createMarketHandlers({ charts, companies, watchlists }),
    ...createScreenHandlers(companies),
    ...createWatchingHandlers({ alerts, watchlists }),
    ...createOrderHandlers(createPlacing({ ...deps, venue })),
  };
  const ticker = createTicker(deps, venue, hub)!; // the door is open
  const app = await buildApp(deps, handlers, {
    more: (scope) => serveSocket(scope, hub, [], (sockets) => serveTicker(sockets, deps, ticker)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const root = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    trading,
    app,
    deps,
    root,
    /** A member with money and a key. */
    async trader(
      scope: 'read' | 'trade' = 'trade',
      more: { readonly redirect?: string; readonly postback?: string } = {},
    ) {
      const own = await newMember(app);
      const { client, transactionPassword } = own;
      await client.get('submitRecharge', {
        currency: 'INR',
        channelType: 'UPI',
        amount: '100000.00',
        requestId: randomUUID(),
      });
      clock.advance(6_000);
      await rail.callback((report) => receiveReport(deps, report));
      const made = await client.get('makeProgramKey', { name: 'bot', scope, days: 7, transactionPassword, ...more });
      const kite = new KiteConnect({ api_key: made.key.id, access_token: made.accessToken, root });
      return { ...own, ...made, kite };
    },
    /** An answer as it came, without a client's conversions. */
    ask: (path: string, kite: { api_key: string; access_token: string }, request: RequestInit = {}) =>
      fetch(root + path, {
        ...request,
        headers: { ...request.headers, authorization: `token ${kite.api_key}:${kite.access_token}` },
      }),
  };
}

/** What a client throws. */
export const thrown = (call: Promise<unknown>): Promise<{ readonly error_type: string; readonly message: string }> =>
  call.then(
    (answer) => Promise.reject(new Error(`it was answered ${JSON.stringify(answer)}`)),
    (error: { error_type: string; message: string }) => error,
  );
export const tokenOf = ({
  key,
  accessToken,
}: {
  readonly key: { readonly id: string };
  readonly accessToken: string;
}) => ({ api_key: key.id, access_token: accessToken });

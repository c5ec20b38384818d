import path from 'node:path';
import type { History } from '@khara/history';
import { createSeeds, seedOfDay } from '#src/venue/seeds.ts';
import { createCompanies } from '#modules/companies/index.ts';
import { createCharts, createWatchlists } from '#modules/market/index.ts';
import { watchAlerts } from '#modules/watching/index.ts';
import { documentThread } from '#src/adapters/document-thread.ts';
import { buildApp } from '#src/app.ts';
import type { Lan } from '#src/ports/lan.ts';
import { routeConsoleCalls } from '#src/http/console-calls.ts';
import { createHandlers } from '#src/http/handlers.ts';
import { createTicker, serveTicker } from '#src/http/kite/ticker/serve-ticker.ts';
import type { Figure } from '#src/http/figures.ts';
import { routeSim, type Advance } from '#src/http/sim.ts';
import type { SocketHub } from '#src/http/socket-hub.ts';
import { serveSocket } from '#src/http/socket.ts';
import type { ServerState } from '#src/http/state.ts';
import { findWebFiles, type WebFiles } from '#src/http/web-files.ts';
import { runEvery, type BooksWatch } from '#src/jobs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { RELEASE } from '#src/kernel/release.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import type { Db } from '#src/ports/database.ts';
import type { Bus } from '#src/ports/bus.ts';
import type { MarketFeed } from '#src/ports/market.ts';
import { busFigure } from './bus-figure.ts';
import { absorbedFigure, violationsFigure } from './market-figures.ts';
import type { WebRelease } from './web-release.ts';

const WEB_DIRECTORY = path.join(import.meta.dirname, '../../../web/dist');
const CONSOLE_DIRECTORY = path.join(import.meta.dirname, '../../../console/dist');

export type PageParts = {
  readonly backOffice: Db;
  readonly door: Db;
  readonly bus: Bus;
  readonly state: ServerState;
  readonly web: WebFiles | undefined;
  readonly release: WebRelease | undefined;
  readonly placing: Parameters<typeof createHandlers>[1];
  /** Of a stepped market. */
  readonly advance: Advance | undefined;
  readonly hub: SocketHub;
  readonly feed: MarketFeed;
  readonly history: History;
  readonly books: Pick<BooksWatch, 'stopped' | 'violations' | 'lossesAbsorbed'>;
  readonly figures?: readonly Figure[];
  readonly shutdown: Shutdown;
  readonly lan: Lan | undefined;
};

/** The built web app; undefined where there is none. */
export const webFiles = (): WebFiles | undefined => findWebFiles(WEB_DIRECTORY, RELEASE.version);

/** The HTTP application with all it serves: calls, the socket, the back office, pages and figures. */
export async function buildPages(
  deps: Deps,
  {
    backOffice,
    door,
    bus,
    state,
    web,
    release,
    placing,
    advance,
    hub,
    feed,
    history,
    books,
    figures = [],
    shutdown,
    lan,
  }: PageParts,
) {
  const { config, db, market } = deps;
  const alerts = await watchAlerts(deps, feed);
  shutdown.add('alerts', () => alerts.stop());
  if (config.ROLE !== 'all') {
    const loop = runEvery(
      [{ name: 'alerts of other servers', everyMs: 1_000, work: () => alerts.readNew() }],
      deps.log,
    );
    shutdown.add('alerts of other servers', loop.stop);
  }
  const printer = documentThread();
  shutdown.add('documents', () => printer.stop());
  const charts = createCharts({ db, history, market });
  const seeds = createSeeds({ installSecret: deps.keys.installSecret, config });
  const companies = createCompanies({ db, market, history, seedOf: (day, date) => seedOfDay(seeds, day, date) });
  const ofMarket = { charts, companies, watchlists: createWatchlists(db, bus), alerts };
  const handlers = createHandlers(ofMarket, placing, printer);
  const ticker = createTicker(deps, feed, hub);
  const app = await buildApp(deps, handlers, {
    state,
    web,
    keptFiles: release,
    lan,
    console: findWebFiles(CONSOLE_DIRECTORY, RELEASE.version),
    data: (app) => {
      routeConsoleCalls(app, { ...deps, backOffice, door, booksStopped: () => books.stopped() !== undefined });
      if (advance) routeSim(app, deps, { advance, bus });
    },
    more: (app) => serveSocket(app, hub, config.PUBLIC_ORIGINS, (scope) => ticker && serveTicker(scope, deps, ticker)),
    figures: [
      {
        name: 'khara_ws_buffered_bytes',
        help: 'Bytes sent to sockets that the network has not taken yet.',
        read: () => hub.bufferedBytes() + (ticker?.bufferedBytes() ?? 0),
      },
      busFigure(bus),
      violationsFigure(() => books.violations()),
      absorbedFigure(() => books.lossesAbsorbed()),
      ...figures,
    ],
  });
  return { app, sockets: () => [...hub.sockets, ...(ticker?.sockets ?? [])] };
}

import { NodeQuestions, serveNodes } from '#src/http/serve-nodes.ts';
import { rebuildsFigure } from './bus-figure.ts';
import { MarketKeeper } from './keep-market.ts';
import { lagFigure, marketFigures, successFigure } from './market-figures.ts';
import { serveHealth } from './serve-health.ts';
import type { Common } from './start-common.ts';

/** Starts a server that stands by for the market, and runs it when no other one does. */
export async function startVenue(common: Common) {
  const { deps, venueParts, bus, address, state, shutdown, databases, timings } = common;
  const questions = new NodeQuestions(deps.log);
  const keeper = new MarketKeeper({ deps, venueParts, bus, questions, address, lock: common.lockFor('market') });
  state.marketStandsStill = () => keeper.standsStill;
  const port = await serveHealth(common, deps, {
    bus,
    figures: [
      ...marketFigures(() => keeper.at),
      {
        name: 'khara_venue_is_leader',
        help: 'Whether this server runs the market.',
        read: () => Number(keeper.isLeader),
      },
      {
        name: 'khara_venue_epoch',
        help: 'How often the market was taken over, as this server knows.',
        read: () => keeper.epoch,
      },
      rebuildsFigure(() => keeper.rebuilds),
      lagFigure(() => keeper.lagSteps),
      successFigure(() => [keeper.loops]),
      ...Object.values(timings),
    ],
    more: (app) => serveNodes(app, questions, { ...venueParts, address, now: () => deps.clock.now() }),
  });
  shutdown.add('market', () => {
    state.draining = true;
    return keeper.stop();
  });
  keeper.run();
  return {
    port,
    databaseEnded: databases.ended,
    marketOver: new Promise<string>(() => undefined), // another one's turn is no end
    hasWeb: false,
    firstStaff: [],
    lan: undefined,
    visited: undefined,
  };
}

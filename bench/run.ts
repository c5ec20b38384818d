/**
 * `npm run bench [-- name …]`: every figure beside its baseline, measured in the same run. Names: order-book, exchange-day, ledger, ledger-size, http, orders, sockets, market, draws, statement, size, lighthouse, frames.
 */
import { showLine, type BenchLine } from './bench-line.ts';

const benches: Record<string, () => Promise<BenchLine[]>> = {
  'order-book': async () => (await import('./order-book.ts')).benchOrderBook(),
  'exchange-day': async () => (await import('./exchange-day.ts')).benchExchangeDay(),
  market: async () => (await import('./market.ts')).benchMarket(),
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  'ledger-size': async () => (await import('./ledger-size.ts')).benchLedgerSize(),
  http: async () => (await import('./http.ts')).benchHttp(),
  orders: async () => (await import('./orders.ts')).benchOrders(),
  sockets: async () => (await import('./sockets.ts')).benchSockets(),
  draws: async () => (await import('./draws.ts')).benchDraws(),
  statement: async () => (await import('./statement.ts')).benchStatement(),
  size: async () => (await import('./size.ts')).benchSize(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  frames: async () => (await import('./frames.ts')).benchFrames(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const line of await bench()) console.log(showLine(line));
}
process.exit(0);

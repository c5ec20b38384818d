/**
 * `npm run bench [-- name …]`: every figure beside its baseline, measured in the same run. Names: order-book,
 * exchange-day, steps, stepped, ledger, ledger-size, http, orders-storage, orders, roles, programs,
 * assistants, keys, sockets, market, draws, screen, statement, size, lighthouse, frames, cold-start.
 * `orders:wal` prints one line of a bench.
 */
import { showLine, type BenchLine } from './bench-line.ts';

/** A bench may leave out what none of the keys asks for. */
const benches: Record<string, (keys: readonly string[]) => Promise<BenchLine[]>> = {
  'order-book': async () => (await import('./order-book.ts')).benchOrderBook(),
  'exchange-day': async () => (await import('./exchange-day.ts')).benchExchangeDay(),
  steps: async () => (await import('./steps.ts')).benchSteps(),
  stepped: async () => (await import('./stepped.ts')).benchStepped(),
  market: async () => (await import('./market.ts')).benchMarket(),
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  'ledger-size': async () => (await import('./ledger-size.ts')).benchLedgerSize(),
  http: async () => (await import('./http.ts')).benchHttp(),
  'orders-storage': async () => (await import('./orders-storage.ts')).benchOrdersStorage(),
  orders: async () => (await import('./orders.ts')).benchOrders(),
  roles: async () => (await import('./roles.ts')).benchRoles(),
  programs: async () => (await import('./programs.ts')).benchPrograms(),
  assistants: async () => (await import('./assistants.ts')).benchAssistants(),
  keys: async () => (await import('./keys.ts')).benchKeys(),
  sockets: async () => (await import('./sockets.ts')).benchSockets(),
  draws: async () => (await import('./draws.ts')).benchDraws(),
  screen: async () => (await import('./screen.ts')).benchScreen(),
  statement: async () => (await import('./statement.ts')).benchStatement(),
  size: async () => (await import('./size.ts')).benchSize(),
  lighthouse: async (keys) => (await import('./lighthouse.ts')).benchLighthouse(keys),
  frames: async () => (await import('./frames.ts')).benchFrames(),
  'cold-start': async (keys) => (await import('./cold-start.ts')).benchColdStart(keys),
};

const wanted = process.argv.slice(2).map((name) => {
  const [bench = '', key] = name.split(':');
  return { bench, key };
});
const unknown = wanted.filter(({ bench }) => !(bench in benches));
if (unknown.length > 0) {
  const names = unknown.map(({ bench }) => bench).join(', ');
  console.error(`No bench named ${names}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  const keys = wanted.filter((one) => one.bench === name).map(({ key }) => key);
  if (wanted.length > 0 && keys.length === 0) continue;
  const lines = await bench(keys.filter((key) => key !== undefined));
  const shown = lines.filter(({ key }) => keys.every((one) => one === undefined) || keys.includes(key));
  if (shown.length === 0) {
    console.error(`${name} has no such line; its lines are ${lines.map(({ key }) => key ?? '').join(', ')}.`);
    process.exit(1);
  }
  for (const line of shown) console.log(showLine(line));
}
process.exit(0);

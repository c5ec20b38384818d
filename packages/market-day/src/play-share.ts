import { protectedPrice } from '@khara/exchange';
import { breakerLevel } from '@khara/rules';
import { isCompany } from '@khara/universe';
import { BREAKER_INDEX } from './circuit-breaker.ts';
import type { JournalledCommand } from './commands.ts';
import { readClosePrice } from './finished-day.ts';
import { inputsOfHead } from './order-log-head.ts';
import type { OrderEvent } from './order-events.ts';
import type { PlacedLine } from './order-log.ts';
import { type Trade, unpackTrades } from './packed-trades.ts';
import type { ShareDay } from './share-log.ts';
import { TradingDay } from './trading-day.ts';

/** An order that was never placed, in the words of a `place`. Prices in paise. */
export type ImaginedOrder = {
  /** Step of the day at which it comes, after all that came then. */
  readonly step: number;
  readonly side: 'buy' | 'sell';
  /** Not looked at when `market`: its protected price is made from the last price when it comes, or its trigger. */
  readonly price: number;
  readonly quantity: number;
  readonly validity: 'day' | 'ioc';
  readonly market: boolean;
  readonly triggerPrice?: number | undefined;
};

/** What is other than it was. A changed order keeps its account, and its own changes and cancels go. */
export type WhatIf =
  | { readonly kind: 'add'; readonly order: ImaginedOrder }
  | { readonly kind: 'change'; readonly orderId: number; readonly order: ImaginedOrder }
  | { readonly kind: 'remove'; readonly orderId: number };

/**
 * Why a day cannot be played so. `unknown_order`: the log has no such order. `no_such_moment`: the day had no
 * such step. `whole_market`: the share has to be played among all others, for the market-wide breaker held
 * trading, or it is no company's: units of funds and entitlements are worth what other shares are.
 */
export type NoWhatIf = 'unknown_order' | 'no_such_moment' | 'whole_market';

/** One share's day, played. */
export type PlayedShare = {
  readonly day: TradingDay;
  /** Number of the share in the universe. */
  readonly share: number;
  /** Of the share alone; their numbers count them. */
  readonly trades: readonly Trade[];
  /** What became of the orders of all members. */
  readonly events: readonly OrderEvent[];
  /** Official close, paise. */
  readonly closePrice: number;
  /** The order that each change was about, in their order. */
  readonly orders: readonly number[];
};

/**
 * Plays the day of one share, as it was or with changes. Everything else is as it was: what members did to other
 * orders comes at its own step, and participants answer through the book alone. `watch` is called before each step
 * is passed, with all that came to it done.
 */
export function playShare(
  { code, head, commands, accounts, index, isWhole }: ShareDay,
  changes: readonly WhatIf[] = [],
  watch: (day: TradingDay, share: number) => void = () => {},
): PlayedShare | { readonly refused: NoWhatIf } {
  const changed = withChanges(commands, changes, { code, accounts: accounts.length });
  if ('refused' in changed) return changed;
  if (!isWhole && head.issuers.some((issuer) => issuer.code === code && !isCompany(issuer)))
    return { refused: 'whole_market' };
  const inputs = inputsOfHead(head, accounts);
  const day = new TradingDay(isWhole ? inputs : { ...inputs, only: [code] }, {
    issuers: head.issuers,
    indices: head.indices,
    offerings: [],
  });
  if (!isWhole && wasHeld(day, index)) return { refused: 'whole_market' };
  const share = day.shareNumber(code)!; // readShareDay has looked
  const leftOut = new Map(head.leftOut);
  const trades: Trade[] = [];
  const events: OrderEvent[] = [];
  const advance = (): void => {
    watch(day, share);
    const to = leftOut.get(day.step);
    if (to === undefined) day.advance(0);
    else day.skipTo(to, 0);
    const pack = day.trades.take();
    if (pack) trades.push(...[...unpackTrades(pack.packed)].filter((trade) => trade.share === share));
    events.push(...day.take().events);
  };
  for (const { step, command, isImagined } of changed.commands) {
    while (day.step < step && !day.isOver) advance();
    if (day.step !== step || day.isOver) return { refused: 'no_such_moment' };
    day.apply(isImagined ? protectedAt(day, share, command) : command, 0);
  }
  while (!day.isOver) advance();
  return { day, share, trades, events, closePrice: readClosePrice(day, share), orders: changed.orders };
}

/** Whether the index went as far as the breaker's first level, up or down. */
function wasHeld({ tape, universe }: TradingDay, index: ShareDay['index']): boolean {
  const number = universe.indices.findIndex(({ code }) => code === BREAKER_INDEX);
  if (number === -1 || !index) return false;
  const before = tape.previousClose(tape.shares + number);
  return index.some((level) => breakerLevel(before, level) !== undefined);
}

/** An order at the market gets the worst price at which it may fill, as orders get it when they are taken. */
function protectedAt({ market, spec }: TradingDay, share: number, command: JournalledCommand): JournalledCommand {
  if (command.kind !== 'place' || !command.market) return command;
  const { lower, upper } = market.band(share);
  const from = command.triggerPrice ?? market.quote(share).last;
  return { ...command, price: protectedPrice(command.side, from, spec.instruments[share]!.tick, lower, upper) };
}

type Line = PlacedLine & { readonly isImagined?: true };

/** The commands of the day with the changes in them, in the order in which they come. */
function withChanges(
  commands: readonly PlacedLine[],
  changes: readonly WhatIf[],
  { code, accounts }: { readonly code: string; readonly accounts: number },
): { readonly commands: readonly Line[]; readonly orders: readonly number[] } | { readonly refused: NoWhatIf } {
  let found: Line[] = [...commands];
  const orders: number[] = [];
  // No order of a log has such a number.
  let orderId = Number.MAX_SAFE_INTEGER;
  for (const change of changes) {
    if (change.kind === 'add') {
      orderId -= 1;
      orders.push(orderId);
      found = inserted(found, change.order, { code, orderId, accountKey: accounts + 1 });
      continue;
    }
    const at = found.findIndex(
      ({ command }) => command.kind === 'place' && command.orderId === change.orderId && command.code === code,
    );
    const before = found[at];
    if (before?.command.kind !== 'place') return { refused: 'unknown_order' };
    orders.push(change.orderId);
    const { accountKey } = before.command;
    const about = { code, orderId: change.orderId, accountKey };
    // One that comes at its own step keeps its place among the others of the step.
    const inPlace = change.kind === 'change' && change.order.step === before.step;
    if (inPlace) found[at] = { ...before, command: placeCommand(change.order, about), isImagined: true };
    found = found.filter(({ command }, place) => (inPlace && place === at) || !isAbout(command, change.orderId));
    if (change.kind === 'change' && !inPlace) found = inserted(found, change.order, about);
  }
  return { commands: found, orders };
}

type About = { readonly code: string; readonly orderId: number; readonly accountKey: number };

const isAbout = (command: JournalledCommand, orderId: number): boolean =>
  'orderId' in command && command.orderId === orderId;

function inserted(commands: readonly Line[], order: ImaginedOrder, about: About): Line[] {
  const after = commands.findIndex(({ step }) => step > order.step);
  const line = { step: order.step, index: 0, command: placeCommand(order, about), isImagined: true as const };
  return commands.toSpliced(after === -1 ? commands.length : after, 0, line);
}

function placeCommand({ step: _step, triggerPrice, ...terms }: ImaginedOrder, about: About): JournalledCommand {
  return { seq: 0, kind: 'place', ...about, ...terms, ...(triggerPrice !== undefined && { triggerPrice }) };
}

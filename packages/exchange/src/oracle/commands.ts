type CommandTarget<Command, Event> = {
  apply(command: Command): void;
  readonly events: { clear(): void; readonly orders: readonly Event[] };
};

/** What a command does to members' orders at once. */
export function applyCommand<Command, Event>(
  market: CommandTarget<Command, Event>,
  command: Command,
): readonly Event[] {
  market.events.clear();
  market.apply(command);
  return market.events.orders;
}

/** A member's purchase at a limit, good for the day: what a test does not say otherwise. */
export const LIMIT_BUY = {
  kind: 'place',
  orderId: 1,
  accountKey: 501,
  side: 'buy',
  validity: 'day',
  market: false,
} as const;

import type { SettlementPort } from '#src/ports/exchange.ts';

/** Books without orders, of which the venue hears nothing but what a test gives it. */
export const idleSettlement = (own: Pick<SettlementPort, 'settleBatch'> & Partial<SettlementPort>): SettlementPort => ({
  appliedCommands: async () => [],
  unappliedCommands: async () => [],
  forgetNews: async () => undefined,
  beginDay: async () => undefined,
  scheduledCommands: async () => [],
  endTimed: async () => [],
  waitingTriggers: async () => [],
  fireTriggers: async () => [],
  watchedMargins: async () => [],
  callMargins: async () => ({ commands: [], isDone: true }),
  placeFired: () => undefined,
  ...own,
});

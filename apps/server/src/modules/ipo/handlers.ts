import type { HandlersFor } from '#src/handler.ts';
import { done, refuse } from '#src/result.ts';

export const handlers = {
  newStocks: () => done({ list: [], nextCursor: null }),
  subscribe: () => refuse('unknown_offering', { field: 'id' }),
  reviseSubscription: () => refuse('unknown_application', { field: 'id' }),
  cancelSubscription: () => refuse('unknown_application', { field: 'id' }),
  subscriptions: () => done({ list: [], nextCursor: null }),
  signSubscription: () => refuse('unknown_application', { field: 'id' }),
  blockTrades: (_deps, _caller, { scope = 'offers' }) =>
    done({ scope, offers: [], records: [], nextCursor: null, windows: [], windowOpen: false }),
  checkAccessKey: () => refuse('unknown_offering', { field: 'id' }),
  drawProof: () => refuse('unknown_offering', { field: 'id' }),
} satisfies HandlersFor<
  | 'newStocks'
  | 'subscribe'
  | 'reviseSubscription'
  | 'cancelSubscription'
  | 'subscriptions'
  | 'signSubscription'
  | 'blockTrades'
  | 'checkAccessKey'
  | 'drawProof'
>;

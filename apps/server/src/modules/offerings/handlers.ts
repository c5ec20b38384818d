import { BLOCK_WINDOWS } from '@khara/rules';
import { toStamp } from '@khara/offerings';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { done } from '#src/kernel/result.ts';
import { checkAccessKey, inviteOnce } from './access-keys.ts';
import { readOwn, presentApplications, presentOffering } from './present-offering.ts';
import { cancelSubscription, reviseSubscription } from './change-application.ts';
import { drawProof } from './draw-proof.ts';
import { APPLICATION_STATES, OFFERING_STATES } from '@khara/contract';
import type { ApplicationState, Kind, OfferingState } from './offering.ts';
import { signSubscription } from './sign-placement.ts';
import * as store from './offering-store.ts';
import { subscribe } from './subscribe.ts';

const NEW_STOCKS: readonly Kind[] = ['ipo', 'offline_placement', 'private_placement'];

/** More than there will ever be: an invalid cursor gives an empty page, as in every list. */
const BEYOND_ALL = 999_999_999;
/** A list whose order changes as offerings move on has a page by its place; an application has its number. */
const readOffset = (cursor: string | undefined): number =>
  cursor === undefined ? 0 : /^\d{1,9}$/.test(cursor) ? Number(cursor) : BEYOND_ALL;

async function offerings(
  deps: Deps,
  caller: Pick<MemberCaller, 'language'> & { readonly member: MemberCaller['member'] | undefined },
  kinds: readonly Kind[],
  body: {
    readonly state?: OfferingState | undefined;
    readonly id?: string | undefined;
    readonly cursor?: string | undefined;
    readonly size?: number | undefined;
  },
) {
  const size = body.size ?? DEFAULT_SIZE;
  const offset = readOffset(body.cursor);
  const rows = await store.offeringPage(deps.db, { kinds, state: body.state, id: body.id, offset, limit: size + 1 });
  const { shown, nextCursor } = cutPage(rows, size, () => String(offset + size));
  const own = await readOwn(deps, caller.member, shown);
  const reader = { deps, language: caller.language };
  if (caller.member) await inviteOnce(deps, caller.member.userId, shown);
  return {
    list: shown.map((row) => presentOffering(reader, row, own(row))),
    nextCursor,
  };
}

async function applications(
  deps: Deps,
  { member, language }: MemberCaller,
  kinds: readonly Kind[],
  body: {
    readonly state?: ApplicationState | undefined;
    readonly id?: string | undefined;
    readonly cursor?: string | undefined;
    readonly size?: number | undefined;
  },
) {
  const size = body.size ?? DEFAULT_SIZE;
  const rows = await store.applicationPage(deps.db, {
    userId: member.userId,
    kinds,
    state: body.state,
    id: body.id,
    before: readCursor(body.cursor),
    limit: size + 1,
  });
  const { shown, nextCursor } = cutPage(rows, size, ({ serial }) => serial);
  return { list: await presentApplications(deps, language, shown), nextCursor };
}

/** "08:45" */
const minute = (timeMs: number): string => toStamp('', timeMs).slice(1);

const windows = (['morning', 'afternoon'] as const).map((name) => ({
  name,
  from: minute(BLOCK_WINDOWS[name].fromMs),
  to: minute(BLOCK_WINDOWS[name].toMs),
}));

export const handlers = {
  newStocks: async (deps, caller, body) => {
    const kinds = body.kind === undefined ? NEW_STOCKS : NEW_STOCKS.filter((kind) => kind === body.kind);
    return done(await offerings(deps, caller, kinds, body));
  },
  subscribe,
  reviseSubscription,
  cancelSubscription,
  subscriptions: async (deps, caller, body) => {
    const kinds = body.kind === undefined ? NEW_STOCKS : [body.kind];
    return done(await applications(deps, caller, kinds, body));
  },
  signSubscription: (deps, caller, { id }) => signSubscription(deps, caller, id),
  blockTrades: async (deps, caller, { scope = 'offers', state, ...page }) => {
    const windowOpen = deps.market.now().blockWindow !== undefined;
    if (scope === 'offers') {
      const wanted = OFFERING_STATES.find((one) => one === state);
      return done({
        scope,
        ...(await offerings(deps, caller, ['block'], { ...page, state: wanted })),
        windows,
        windowOpen,
      });
    }
    const wanted = APPLICATION_STATES.find((one) => one === state);
    return done({
      scope,
      ...(await applications(deps, caller, ['block'], { ...page, state: wanted })),
      windows,
      windowOpen,
    });
  },
  checkAccessKey,
  drawProof,
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

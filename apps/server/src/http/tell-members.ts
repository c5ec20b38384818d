import type { Language, ServerMessage } from '@khara/contract';
import { languagesOf } from '#modules/accounts/index.ts';
import { wordAlerts } from '#modules/market/index.ts';
import { wordNotices } from '#modules/notices/index.ts';
import { wordOrders, wordPositions, wordRefusedOrders } from '#modules/orders/index.ts';
import { wordThreads } from '#modules/support/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Bus } from '#src/ports/bus.ts';
import type { Change, ChangeOf, Pushes, WordedChange } from '#src/ports/pushes.ts';
import type { KnownPrograms } from '#src/ports/programs.ts';
import type { Sessions } from '#src/ports/sessions.ts';

/** The sockets of this server, by member. */
export interface MemberSockets {
  /** False when no device of the member listens here: then nothing needs to be prepared. */
  isListening(userId: string): boolean;
  toUser(userId: string, message: ServerMessage): void;
  /** Ends the sockets of the sessions with these token hashes (hex), with 2001. */
  endSessions(tokenHashes: readonly string[]): void;
}

/** Changes that one round words at most. */
const ROUND = 512;

/** What the rest of the server tells members, over the bus. */
export const pushesOver = (bus: Bus): Pushes => ({
  changed: (changes) => {
    if (changes.length > 0) bus.publish('changed', changes);
  },
  endSessions: (tokenHashes) => {
    if (tokenHashes.length > 0) bus.publish('sessions_ended', tokenHashes);
  },
  forgetSessions: (tokenHashes) => {
    if (tokenHashes.length > 0) bus.publish('sessions_changed', tokenHashes);
  },
});

/**
 * Hears what changed for members at any server. Reads and words it for those whose devices listen here. One round goes
 * after the other: a state that was read earlier never arrives last.
 */
export function tellMembers(
  deps: Pick<Deps, 'db' | 'market' | 'log'> & {
    readonly sessions: Pick<Sessions, 'forget'>;
    readonly programs: Pick<KnownPrograms, 'forget'>;
  },
  bus: Bus,
  sockets: MemberSockets,
): void {
  const tell = createBatcher(ROUND, async (changes: readonly Change[]) => {
    const owners = [...new Set(changes.map(({ userId }) => userId))];
    const languages = await languagesOf(deps.db, owners);
    const worded = await wordChanges(deps, changes, (userId) => languages.get(userId) ?? 'en');
    for (const { userId, message } of worded) sockets.toUser(userId, message);
    return changes.map(() => undefined);
  });
  bus.subscribe('changed', (changes) => {
    for (const change of changes) {
      if (!sockets.isListening(change.userId)) continue;
      tell(change).catch((error: unknown) => deps.log.warn({ err: error }, 'a change could not be told'));
    }
  });
  bus.subscribe('sessions_changed', (tokenHashes) => deps.sessions.forget(tokenHashes));
  bus.subscribe('sessions_ended', (tokenHashes) => {
    deps.sessions.forget(tokenHashes);
    deps.programs.forget(tokenHashes);
    sockets.endSessions(tokenHashes);
  });
}

/** In the order in which a page uses them: the thing itself, then the wallet, then the notice of it. */
async function wordChanges(
  deps: Pick<Deps, 'db' | 'market'>,
  changes: readonly Change[],
  languageOf: (userId: string) => Language,
): Promise<readonly WordedChange[]> {
  const of = <K extends Change['kind']>(...kinds: readonly K[]) =>
    changes.filter((change): change is ChangeOf<K> => (kinds as readonly string[]).includes(change.kind));
  const [orders, refused, positions, alerts, threads, notices] = await Promise.all([
    wordOrders(deps, of('order'), languageOf),
    wordRefusedOrders(deps, of('refused_order'), languageOf),
    wordPositions(deps, of('position'), languageOf),
    wordAlerts(deps, of('alert'), languageOf),
    wordThreads(deps, of('support', 'support_read')),
    wordNotices(deps, of('notice'), languageOf),
  ]);
  return [
    ...orders.words,
    ...refused,
    ...positions,
    ...walletsOf(changes),
    ...threads,
    ...of('draw').map(({ userId, data }) => ({ userId, message: { type: 'draw' as const, data } })),
    ...notices,
    ...orders.notices,
    ...alerts,
  ];
}

/** Each wallet once. An order or a position that changes moves rupees. */
function walletsOf(changes: readonly Change[]): readonly WordedChange[] {
  const wallets = new Map<string, WordedChange>();
  for (const change of changes) {
    const { userId, kind } = change;
    const currency = kind === 'wallet' ? change.currency : kind === 'order' || kind === 'position' ? 'INR' : undefined;
    if (currency) wallets.set(`${userId} ${currency}`, { userId, message: { type: 'wallet', data: { currency } } });
  }
  return [...wallets.values()];
}

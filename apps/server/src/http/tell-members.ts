import type { Data, ServerMessage } from '@khara/contract';
import { readLanguages } from '#modules/accounts/index.ts';
import { wordNotices } from '#modules/notices/index.ts';
import { wordOrders, writeNotices } from '#modules/orders/index.ts';
import { wordRefusedOrders } from '#modules/placing/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Bus } from '#src/ports/bus.ts';
import type { Change, ChangeOf, MemberMessage, Pushes } from '#src/ports/pushes.ts';
import type { KnownPrograms } from '#src/ports/programs.ts';
import type { Sessions } from '#src/ports/sessions.ts';

/** The sockets of this server, by member. */
export type MemberSockets = {
  /** False when no device of the member listens here: then nothing needs to be prepared. */
  isListening(userId: string): boolean;
  toUser(userId: string, message: ServerMessage): void;
  /** Whether a program of the member follows orders here: only then they are worded. */
  hasProgram(userId: string): boolean;
  toPrograms(userId: string, order: OrderInWords): void;
  /** Ends the sockets of the sessions with these token hashes (hex), with 2001. */
  endSessions(tokenHashes: readonly string[]): void;
};

/** An order as calls answer it. */
export type OrderInWords = Data<'orders'>['list'][number];

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
 * Hears what changed for members at any server, and tells those whose devices listen here. Notices are read and worded,
 * and so are orders where a program follows them. One round goes after the other: a state that was read earlier never
 * arrives last.
 */
export function tellMembers(
  deps: Pick<Deps, 'db' | 'market' | 'log'> & {
    readonly sessions: Pick<Sessions, 'forget'>;
    readonly programs: Pick<KnownPrograms, 'forget'>;
  },
  bus: Bus,
  sockets: MemberSockets,
): void {
  const tellNotices = createBatcher(ROUND, async (changes: readonly Change[]) => {
    const unsent = await writeNotices(deps, changesOf(changes, 'order'));
    const languages = await readLanguages(deps.db, [...new Set(changes.map(({ userId }) => userId))]);
    const worded = await wordNotices(deps, changesOf(changes, 'notice'), unsent, (user) => languages.get(user) ?? 'en');
    for (const { userId, message } of worded) sockets.toUser(userId, message);
    return changes.map(() => undefined);
  });
  const tellPrograms = createBatcher(ROUND, async (changes: readonly Change[]) => {
    const orders = await Promise.all([
      wordOrders(deps, changesOf(changes, 'order')),
      wordRefusedOrders(deps, changesOf(changes, 'refused_order')),
    ]);
    for (const { userId, order } of orders.flat()) sockets.toPrograms(userId, order);
    return changes.map(() => undefined);
  });
  const failed = (error: unknown) => deps.log.warn({ err: error }, 'a change could not be told');
  bus.subscribe('changed', (changes) => {
    const heard = changes.filter(({ userId }) => sockets.isListening(userId));
    for (const { userId, message } of messagesOf(heard)) sockets.toUser(userId, message);
    for (const change of heard)
      if (change.kind === 'notice' || (change.kind === 'order' && change.lacksNotice))
        tellNotices(change).catch(failed);
    for (const change of changes)
      if ((change.kind === 'order' || change.kind === 'refused_order') && sockets.hasProgram(change.userId))
        tellPrograms(change).catch(failed);
  });
  bus.subscribe('sessions_changed', (tokenHashes) => deps.sessions.forget(tokenHashes));
  bus.subscribe('sessions_ended', (tokenHashes) => {
    deps.sessions.forget(tokenHashes);
    deps.programs.forget(tokenHashes);
    sockets.endSessions(tokenHashes);
  });
}

/** Those of one kind. */
export const changesOf = <K extends Change['kind']>(changes: readonly Change[], kind: K) =>
  changes.filter((change): change is ChangeOf<K> => change.kind === kind);

/** What is sent without asking the database: the thing itself, then the wallet. */
function messagesOf(changes: readonly Change[]): readonly MemberMessage[] {
  const told = changes.flatMap((change): readonly MemberMessage[] => {
    const message = messageOf(change);
    return message ? [{ userId: change.userId, message }] : [];
  });
  return [...told, ...wordWallets(changes)];
}

function messageOf(change: Change): ServerMessage | undefined {
  switch (change.kind) {
    case 'order':
    case 'refused_order':
      return { type: 'order', data: { id: change.id, version: change.version, changed: change.changed } };
    case 'position':
      return { type: 'position', data: { id: change.id, version: change.version, changed: change.changed } };
    case 'alert':
    case 'support':
      return { type: change.kind, data: { id: change.id } };
    case 'support_read':
      return { type: 'supportRead', data: { at: change.at } };
    case 'draw':
      return { type: 'draw', data: change.data };
    case 'wallet':
    case 'notice':
      return undefined;
  }
}

/** Each wallet once. An order or a position that changes moves rupees. */
function wordWallets(changes: readonly Change[]): readonly MemberMessage[] {
  const wallets = new Map<string, MemberMessage>();
  for (const change of changes) {
    const { userId, kind } = change;
    const currency = kind === 'wallet' ? change.currency : kind === 'order' || kind === 'position' ? 'INR' : undefined;
    if (currency) wallets.set(`${userId} ${currency}`, { userId, message: { type: 'wallet', data: { currency } } });
  }
  return [...wallets.values()];
}

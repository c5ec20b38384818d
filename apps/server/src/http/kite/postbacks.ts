import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { wordOrders } from '#modules/orders/index.ts';
import { wordRefusedOrders } from '#modules/placing/index.ts';
import { findPostbacks, postbackNow } from '#modules/programs/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Clock } from '#src/kernel/clock.ts';
import { limitConcurrency } from '#src/kernel/concurrency-limit.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { PostOutside } from '#src/ports/post-outside.ts';
import type { Change, ChangeOf } from '#src/ports/pushes.ts';
import { changesOf } from '../tell-members.ts';
import { orderUpdate } from './order-words.ts';

/** When an update is tried, after it came, until it is taken. */
const TRIES_AFTER_MS = [0, 5_000, 30_000] as const;
/** How often the clock is looked at while a try is waited for. */
const LOOK_EVERY_MS = 250;
/** Tries at once, of all keys; keys take turns. */
const CONCURRENCY = 64;
/** Updates of one key that are not taken yet; those above are not sent. */
const MAX_WAITING = 1_000;
/** Changes that one round reads at most. */
const ROUND = 512;
const MAX_REMEMBERED = 10_000;

type OrderChange = ChangeOf<'order'> | ChangeOf<'refused_order'>;
type PostbackDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'log' | 'market' | 'pushes'>;
type Update = ReturnType<typeof orderUpdate> & { readonly app_id: string };

const STEPS: ReadonlySet<string> = new Set(['modified', 'filled', 'cancelled', 'expired', 'rejected']);
const ENDS: ReadonlySet<string> = new Set(['COMPLETE', 'CANCELLED', 'REJECTED']);

/**
 * Adds what posts orders of programs to the address of their key as they end, are changed or fill in part. The server
 * that tells of the change posts it, from its memory: what waits there when it ends is lost.
 */
export function withPostbacks<D extends PostbackDeps>(deps: D, post: PostOutside | undefined): D {
  if (!post) return deps;
  const { db, pushes, market, log } = deps;
  const send = createLines(deps, post);
  const hasPostback = new LRUCache<string, boolean>({ max: MAX_REMEMBERED });
  /** Orders whose end was sent: what was read for a partial fill may have ended by then, and is sent once. */
  const ended = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  const hear = createBatcher(ROUND, async (changes: readonly OrderChange[]) => {
    const keys = new Set(changes.flatMap(({ program }) => program ?? []));
    const unknown = [...keys].filter((id) => !hasPostback.has(id));
    if (unknown.length > 0) {
      const found = await findPostbacks(db, unknown);
      for (const id of unknown) hasPostback.set(id, found.has(id));
    }
    const told = changes.filter(({ program = '' }) => hasPostback.get(program));
    const orders = await Promise.all([
      wordOrders(deps, changesOf(told, 'order')),
      wordRefusedOrders(deps, changesOf(told, 'refused_order')),
    ]);
    for (const worded of orders.flat()) {
      const update = orderUpdate(market, worded);
      const hasEnded = ENDS.has(update.status);
      if (ended.has(update.order_id)) continue;
      if (hasEnded) ended.set(update.order_id, true);
      send({ ...update, status: hasEnded ? update.status : 'UPDATE', app_id: update.placed_by });
    }
    return changes.map(() => undefined);
  });
  const failed = (error: unknown) => log.warn({ err: error }, 'a change could not be posted');

  return {
    ...deps,
    pushes: {
      ...pushes,
      changed: (changes) => {
        pushes.changed(changes);
        for (const change of changes) if (isToldOf(change, hasPostback)) hear(change).catch(failed);
      },
    },
  };
}

const isToldOf = (change: Change, hasPostback: LRUCache<string, boolean>): change is OrderChange =>
  (change.kind === 'order' || change.kind === 'refused_order') &&
  change.program !== undefined &&
  hasPostback.get(change.program) !== false &&
  change.changed.some((step) => STEPS.has(step));

/** A line for each order: an update is sent when the one before was taken, or given up. */
function createLines(deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'log'>, post: PostOutside): (update: Update) => void {
  const { clock, log } = deps;
  const lines = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();
  const inTurn = limitConcurrency({ concurrency: CONCURRENCY, queued: 0, perOwner: MAX_WAITING });
  const reached = createAlarm(clock);

  /** Whether nothing is left to do. */
  async function tryOnce(update: Update): Promise<boolean> {
    try {
      const to = await postbackNow(deps, update.app_id);
      if (!to) return true;
      const checksum = hash('sha256', update.order_id + update.order_timestamp + to.secret);
      return await post(to.address, JSON.stringify({ ...update, checksum }));
    } catch (error) {
      log.warn({ err: error }, 'a postback could not be tried');
      return false;
    }
  }
  async function deliver(update: Update): Promise<void> {
    const began = clock.now();
    for (const after of TRIES_AFTER_MS) {
      await reached(began + after);
      if (await inTurn(() => tryOnce(update), update.app_id)) return;
    }
    log.info({ key: update.app_id, order: update.order_id }, 'a postback was given up');
  }

  return (update) => {
    const { app_id: key, order_id: order } = update;
    const count = waiting.get(key) ?? 0;
    if (count >= MAX_WAITING)
      return log.warn({ key, order }, 'too many postbacks of one key wait: this one is not sent');
    waiting.set(key, count + 1);
    const line = (lines.get(order) ?? Promise.resolve()).then(async () => {
      await deliver(update);
      const left = waiting.get(key)! - 1; // itself was counted
      if (left > 0) waiting.set(key, left);
      else waiting.delete(key);
      if (lines.get(order) === line) lines.delete(order);
    });
    lines.set(order, line);
  };
}

/** Waits for instants of a clock. Nothing runs while none is waited for. */
function createAlarm(clock: Clock): (at: number) => Promise<void> {
  const waits = new Set<{ readonly at: number; readonly resume: () => void }>();
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    for (const wait of waits) {
      if (clock.now() < wait.at) continue;
      waits.delete(wait);
      wait.resume();
    }
    if (waits.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  return (at) => {
    if (clock.now() >= at) return Promise.resolve();
    looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    return new Promise((resume) => void waits.add({ at, resume }));
  };
}

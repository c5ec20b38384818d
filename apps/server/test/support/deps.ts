import { createHash } from 'node:crypto';
import { derivePublicKey } from '@khara/proof';
import pino from 'pino';
import { signTransaction } from '#modules/ledger/index.ts';
import { readConfig } from '#src/config.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Random } from '#src/kernel/random.ts';
import type { Db } from '#src/ports/database.ts';
import { NO_PUSHES } from './pushes.ts';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #now: number;
  constructor(start = Date.UTC(2026, 10, 20, 6)) {
    this.#now = start;
  }
  now(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

/** Bytes that look random and are the same for the same seed. */
export function seededRandom(seed = 'khara'): Random {
  let blockCount = 0;
  return {
    bytes(length) {
      const blocks: Buffer[] = [];
      for (let have = 0; have < length; have += 32) {
        blocks.push(createHash('sha256').update(`${seed}:${blockCount++}`).digest());
      }
      return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
    },
  };
}

const LOG_SEED = new Uint8Array(32).fill(5);
export const LOG_KEY = { name: 'khara/test', publicKey: derivePublicKey(LOG_SEED), secretSeed: LOG_SEED };
const NODE_SEED = new Uint8Array(32).fill(4);
export const NODE_KEY = { node: 'khara', publicKey: derivePublicKey(NODE_SEED), secretSeed: NODE_SEED };
const INSTALL_SECRET = new Uint8Array(32).fill(9);
export const OWN_KEYS = { log: LOG_KEY, node: NODE_KEY, installSecret: INSTALL_SECRET };
/** With this a pool signs the records of its transactions, as a server does. */
export const SIGNS = { signing: { ownKeys: () => OWN_KEYS, beforeCommit: signTransaction } };

const BANK_SEED = new Uint8Array(32).fill(6);
export const BANK_KEY = { publicKey: derivePublicKey(BANK_SEED), secretSeed: BANK_SEED };

const missing = (part: string) =>
  new Proxy(
    {},
    {
      get: (_target, name) => () => {
        throw new Error(`This test has no ${part}.${String(name)}`);
      },
    },
  );

/** Dependencies for a test: what it does not bring throws when it is used, instead of pretending. */
export function testDeps(parts: Partial<Deps> = {}, environment: Readonly<Record<string, string>> = {}): Deps {
  return {
    config: readConfig({ LOG_LEVEL: 'silent', ...environment }),
    db: missing('db') as Db,
    clock: new TestClock(),
    random: seededRandom(),
    keys: {
      passwordPepper: { id: 'p1', key: new Uint8Array(32).fill(7) },
      vault: [{ id: 'v1', key: new Uint8Array(32).fill(8) }],
      installSecret: INSTALL_SECRET,
      bank: BANK_KEY,
      log: LOG_KEY,
      node: NODE_KEY,
    },
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    // Parts that stand for themselves only when they are brought: see above.
    market: missing('market') as Deps['market'],
    venue: missing('venue') as Deps['venue'],
    portfolio: missing('portfolio') as Deps['portfolio'],
    pushes: NO_PUSHES,
    sessions: { find: () => ({ kind: 'unknown' }), forget: () => undefined },
    programs: { find: async () => ({ kind: 'unknown' }), forget: () => undefined },
    pictures: missing('pictures') as Deps['pictures'],
    passwords: missing('passwords') as Deps['passwords'],
    rail: missing('rail') as Deps['rail'],
    moneyHolders: missing('moneyHolders') as unknown as Deps['moneyHolders'],
    jobs: missing('jobs') as Deps['jobs'],
    offerings: missing('offerings') as Deps['offerings'],
    // No application exists unless a test brings offerings.
    webVersion: () => 'test',
    ...parts,
  };
}

/** What a call answered. Throws where it was refused. */
export const valueOf = <R extends { readonly refused?: string | undefined }>(
  result: R,
): Extract<R, { readonly value: unknown }>['value'] => {
  if (!('value' in result)) throw new Error(result.refused);
  return result.value as Extract<R, { readonly value: unknown }>['value']; // what has a value was not refused
};

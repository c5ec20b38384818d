import { argon2, createHmac, timingSafeEqual } from 'node:crypto';
import { plainText } from '@khara/rules';
import type { Keys } from '#src/security/keys.ts';
import type { Random } from '#src/kernel/random.ts';
import type { Passwords } from '#src/ports/passwords.ts';
import { limitConcurrency } from '#src/kernel/concurrency-limit.ts';

/** What a hash costs; `memory` in KiB. */
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
/** argon2id as OWASP's cheat sheet asks at least: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/**
 * Hashes at once, and how many of guests may wait: a sign-in storm must not take the memory and the cores of
 * all other requests.
 */
const CONCURRENCY = 2;
const MAX_QUEUED = 50;
/**
 * Of one member at work and waiting: more than a member's devices ask for at once. Members' lines take turns,
 * so that it is no other member's matter.
 */
const MAX_PER_OWNER = 16;

type ParsedHash = Cost & {
  readonly pepperId: string;
  readonly salt: Buffer;
  readonly tag: Buffer;
};
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=([A-Za-z0-9_-]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Base64 without padding, as PHC strings have it. */
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

function parse(hash: string): ParsedHash {
  const match = PHC.exec(hash);
  if (!match) throw new Error('A stored password hash is no PHC string of ours');
  const [, memory, passes, parallelism, pepperId = '', salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    pepperId,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/**
 * Password hashes: argon2id over HMAC-SHA256 of the secret with a pepper that is kept outside the database,
 * so that a stolen table alone is worth nothing, not even for six digits. The pepper's id is in the hash. A
 * secret counts as it is seen, on whatever keyboard it was typed (docs/sources.md W2). Only tests hash at
 * less cost.
 */
export function argon2Passwords(pepper: Keys['passwordPepper'], random: Random, cost = COST): Passwords {
  const enter = limitConcurrency({ concurrency: CONCURRENCY, queued: MAX_QUEUED, perOwner: MAX_PER_OWNER });
  const computeTag = (
    secret: string,
    { salt, memory, passes, parallelism }: Omit<ParsedHash, 'tag' | 'pepperId'>,
    member: string | undefined,
  ) =>
    enter(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const message = createHmac('sha256', pepper.key).update(plainText(secret), 'utf8').digest();
          const parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: TAG_BYTES };
          argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
        }),
      member,
    );
  // Compared with when there is no hash: of no account, and as dear as any other.
  const unknownMember: ParsedHash = {
    ...cost,
    pepperId: pepper.id,
    salt: Buffer.alloc(SALT_BYTES),
    tag: Buffer.alloc(TAG_BYTES),
  };

  return {
    async hash(secret, member) {
      const salt = Buffer.from(random.bytes(SALT_BYTES));
      const tag = await computeTag(secret, { ...cost, salt }, member);
      const { memory, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${pepper.id}$${text(salt)}$${text(tag)}`;
    },
    async verify(secret, hash, member) {
      const parsed = hash === undefined ? unknownMember : parse(hash);
      const tag = await computeTag(secret, parsed, member);
      const equal = tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag);
      return equal && hash !== undefined && parsed.pepperId === pepper.id;
    },
    isStale(hash) {
      const { memory, passes, parallelism } = parse(hash);
      return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
    },
  };
}

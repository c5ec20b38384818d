import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * How two servers of an installation know each other. Each shows that it has the installation's secret, and sends
 * nothing by which another could pass for it: the address at which the market runs comes from the database, and may be
 * a stranger's.
 */

/** The header of the answer that opens a line. */
export const NODE_ANSWER = 'khara-node';

/** A greeting is of the moment in which it is sent: clocks of servers differ by far less. */
const VALID_MS = 10_000;

const greetingKey = (installSecret: Uint8Array) => createHmac('sha256', installSecret).update('khara/node/2').digest();
const mac = (installSecret: Uint8Array, ...words: readonly (string | number)[]): string =>
  createHmac('sha256', greetingKey(installSecret)).update(words.join('\n')).digest('base64url');
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** What a server says to the one at an address, and what that one has to answer. */
export function greetNode(installSecret: Uint8Array, address: string, now: number) {
  const nonce = randomBytes(16).toString('base64url');
  return {
    greeting: `Khara ${now}.${nonce}.${mac(installSecret, 'asks', address, now, nonce)}`,
    isAnsweredBy: (answer: string | undefined): boolean =>
      answer !== undefined && isSame(answer, mac(installSecret, 'answers', address, nonce)),
  };
}

/**
 * Takes greetings at an address: the answer to one that a server of the installation has sent here, now and once;
 * undefined to any other.
 */
export function takeGreetings(installSecret: Uint8Array, address: string, now: () => number) {
  /** Nonces of valid greetings with the instant at which they are too old, oldest first. */
  const taken = new Map<string, number>();
  return (greeting: string | undefined): string | undefined => {
    const [, at, nonce, said] = /^Khara (\d{1,16})\.([\w-]{22})\.([\w-]{43})$/.exec(greeting ?? '') ?? [];
    if (at === undefined || nonce === undefined || said === undefined) return undefined;
    for (const [old, until] of taken) if (until < now()) taken.delete(old);
    const isNow = Math.abs(now() - Number(at)) <= VALID_MS;
    if (!isNow || taken.has(nonce) || !isSame(said, mac(installSecret, 'asks', address, at, nonce))) return undefined;
    taken.set(nonce, now() + 2 * VALID_MS);
    return mac(installSecret, 'answers', address, nonce);
  };
}

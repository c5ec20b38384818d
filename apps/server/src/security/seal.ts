import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MacKeys } from './row-mac.ts';

/** What a seal is for: one for something else does not open. */
export type SealPurpose = 'rehearsal' | 'client' | 'consent' | 'code' | 'refresh';

const mac = ({ installSecret }: MacKeys, purpose: SealPurpose, body: string): Buffer =>
  createHmac('sha256', installSecret).update(`khara/${purpose}/1\n${body}`).digest();

/**
 * A value as a text that leaves the server and comes back: nothing of it is kept, any server of the installation opens
 * it, and no other makes one. It is no secret: who has it reads the value.
 */
export function seal(keys: MacKeys, purpose: SealPurpose, value: object): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${mac(keys, purpose, body).toString('base64url')}`;
}

/** What a server of this installation sealed for this purpose; undefined of anything else, or of a longer text. */
export function openSeal<Value extends object>(
  keys: MacKeys,
  purpose: SealPurpose,
  text: unknown,
  { maxLength }: { readonly maxLength: number },
): Value | undefined {
  if (typeof text !== 'string' || text.length > maxLength) return undefined;
  const [body = ''] = text.split('.', 1);
  // The whole text: base64 may be written in several ways, and a seal has one.
  const right = Buffer.from(`${body}.${mac(keys, purpose, body).toString('base64url')}`);
  const sent = Buffer.from(text);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Value; // we wrote it
}

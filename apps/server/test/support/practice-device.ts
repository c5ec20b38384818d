import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { deviceKeyMessage } from '@khara/rules';
import type { Client } from './client.ts';

/** A device with a key as WebCrypto makes it, and what it sends to show that it has it. */
export function newPracticeDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const own = { publicKey: point.toString('base64url') };
  return {
    ...own,
    keyHex: point.toString('hex'),
    /** Of a challenge that it asks for, or of this one. */
    async prove(from: Client, challenge?: string) {
      const asked = challenge ?? (await from.get('practiceChallenge', {})).challenge;
      return { ...own, challenge: asked, signature: signed(privateKey, asked) };
    },
  };
}
export type PracticeDevice = ReturnType<typeof newPracticeDevice>;

const signed = (key: KeyObject, challenge: string): string =>
  sign('sha256', Buffer.from(deviceKeyMessage(challenge)), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

/** The token of a device whose browser makes no keys, and the hash by which the server knows it. */
export function newDeviceToken() {
  const deviceToken = randomBytes(32).toString('base64url');
  return { deviceToken, keyHex: createHash('sha256').update(deviceToken).digest('hex') };
}

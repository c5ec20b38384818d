import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const clientData = (type: string, challenge: string, from: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

/**
 * An authenticator in software (WebAuthn, ES256, attestation `none`): makes one passkey and uses it as a
 * browser on `origin` would.
 */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  function authenticatorData(flags: number, more: Uint8Array = new Uint8Array()): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, more]);
  }

  return {
    id: text(id),
    /** What navigator.credentials.create() gives. */
    create(challenge: string, { from = origin }: { readonly from?: string } = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const authData = Uint8Array.from(authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, credential));
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]) as never, // its type names fewer values than CBOR has
      );
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, from)),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** What navigator.credentials.get() gives. */
    get(
      challenge: string,
      { from = origin, counts = true }: { readonly from?: string; readonly counts?: boolean } = {},
    ) {
      if (counts) counter += 1;
      const data = clientData('webauthn.get', challenge, from);
      const authData = authenticatorData(PRESENT_AND_VERIFIED);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        },
      };
    },
  };
}

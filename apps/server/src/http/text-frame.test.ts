import { PassThrough, type Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { textFrame } from './text-frame.ts';

// The part of ws that reads frames: exported, and missing in its types.
const { Receiver } = ws as unknown as { readonly Receiver: new (options: { isServer: boolean }) => Writable };

/** What a client's own library reads from the bytes. */
async function read(bytes: Buffer): Promise<string> {
  const receiver = new Receiver({ isServer: false });
  const message = new Promise<string>((resolve, reject) => {
    receiver.on('message', (data: Buffer) => resolve(data.toString('utf8')));
    receiver.on('error', reject);
  });
  new PassThrough().end(bytes).pipe(receiver);
  return message;
}

describe('a text frame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    'of %i bytes is what a client reads as one message',
    async (length) => {
      const text = 'x'.repeat(length);
      expect(await read(textFrame(text))).toBe(text);
    },
  );

  it('counts bytes, not characters', async () => {
    const text = 'खरा '.repeat(30);
    expect(await read(textFrame(text))).toBe(text);
  });
});

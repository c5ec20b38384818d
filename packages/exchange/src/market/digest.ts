/**
 * A 128-bit fingerprint in hexadecimal (MurmurHash3's steps on four words). It finds differences between two
 * runs of the same market; it is no defence against a search for a collision.
 */
export function digest(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344].map((start) => (start ^ bytes.length) | 0);
  const wholeWords = bytes.length >> 2;
  let [a = 0, b = 0, c = 0, d = 0] = lanes;
  for (let word = 0; word < wholeWords; word++) {
    const next = stir(a, view.getInt32(word * 4, true));
    a = b;
    b = c;
    c = (d + next) | 0;
    d = next;
  }
  for (let at = wholeWords * 4; at < bytes.length; at++) d = stir(d, view.getUint8(at));
  for (let round = 0; round < 4; round++) {
    [a, b, c, d] = [b, c, d, stir(stir(stir(finish(a), b), c), d)];
  }
  return [a, b, c, d].map((lane) => (finish(lane) >>> 0).toString(16).padStart(8, '0')).join('');
}

function stir(lane: number, word: number): number {
  let mixed = Math.imul(word, 0xcc9e2d51);
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
  const joined = lane ^ mixed;
  return (Math.imul((joined << 13) | (joined >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

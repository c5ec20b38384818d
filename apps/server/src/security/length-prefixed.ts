/**
 * Texts as bytes, each behind its length in four bytes, as `lp` of packages/proof writes it: no two lists have
 * the same bytes.
 */
export function lengthPrefixed(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) {
    const length = bytes.write(text, at + 4);
    bytes.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return bytes;
}

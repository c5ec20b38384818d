/**
 * Texts as bytes, each behind its length in four bytes, as `lp` of packages/proof writes it: no two lists have
 * the same bytes.
 */
export const lengthPrefixed = (texts: readonly string[]): Buffer =>
  Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );

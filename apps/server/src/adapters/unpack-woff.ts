import { inflateSync } from 'node:zlib';

const HEADER = 44;
const WOFF_RECORD = 20;
const SFNT_RECORD = 16;

/**
 * A font of WOFF 1.0 (W3C, 2012, sections 3 to 5) as the plain font that is packed in it. What renders our
 * documents would unpack a table again for each glyph that it takes from it: a hundred times as long for a
 * Chinese page.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF font');
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * SFNT_RECORD);
  head.writeUInt32BE(woff.readUInt32BE(4), 0); // flavour
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * SFNT_RECORD, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * SFNT_RECORD - 2 ** power * SFNT_RECORD, 10);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = HEADER + index * WOFF_RECORD;
    const [at, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(from + place)) as [number, number, number];
    const bytes = woff.subarray(at, at + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const to = 12 + index * SFNT_RECORD;
    woff.copy(head, to, from, from + 4); // its tag
    head.writeUInt32BE(woff.readUInt32BE(from + 16), to + 4); // its checksum
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    tables.push(table, Buffer.alloc(-length & 3)); // each begins at a multiple of four
    offset += length + (-length & 3);
  }
  return Buffer.concat([head, ...tables]);
}

import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Picture } from '#src/ports/pictures.ts';
import { sharpPictures } from './pictures.ts';

const pictures = sharpPictures();
const PAYLOAD = '<script>alert("khara")</script>';

const canvas = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } });
/** Something with edges, so that it is a picture of something. */
const drawing = (width = 600, height = 400) =>
  canvas(width, height).composite([
    { input: { create: { width: 200, height: 120, channels: 3, background: '#ffee88' } }, left: 40, top: 60 },
  ]);
const jpeg = () => drawing().jpeg().toBuffer();
const png = () => drawing().png().toBuffer();
const webp = () => drawing().webp().toBuffer();

/** A PNG whose header claims these dimensions; its data end after the first bytes. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** A PNG with one more chunk after its header. */
async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const bytes = await png();
  return Buffer.concat([bytes.subarray(0, 33), chunk(type, data), bytes.subarray(33)]);
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${PAYLOAD}</svg>`;
const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}">]><svg>${'&b;'.repeat(500)}</svg>`;
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

const refused: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'nothing at all': () => Buffer.alloc(0),
  'a text': () => Buffer.from('I am a picture.jpg'),
  'a page': () => Buffer.from(`<!doctype html><body>${PAYLOAD}`),
  'a vector picture with a script': () => Buffer.from(svg),
  'a packed vector picture': () => gzipSync(svg),
  'an XML bomb': () => Buffer.from(laughs),
  'drawing commands of another program': () =>
    Buffer.from("push graphic-context\nviewbox 0 0 9 9\nfill 'url(https://x.invalid/a.jpg|id)'\npop graphic-context"),
  'a GIF': () => drawing().gif().toBuffer(),
  'a TIFF': () => drawing().tiff().toBuffer(),
  'an AVIF': () => drawing().avif({ effort: 0 }).toBuffer(),
  'the head of a BMP': () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
  'the head of an icon': () => Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(200)]),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
  'an archive': () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]),
  noise: () => Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919 + 13) % 251)),
  'the first two bytes of a JPEG': () => Buffer.from([0xff, 0xd8]),
  'half a JPEG': async () => half(await jpeg()),
  'half a PNG': async () => half(await png()),
  'half a WebP': async () => half(await webp()),
  'a PNG whose data end early': () => pngOfSize(3000, 3000),
  'a PNG that claims 3,600 million pixels': () => pngOfSize(60_000, 60_000),
  'a picture of more than 25 million pixels in few bytes': () => canvas(5100, 5100).png().toBuffer(),
  'a picture of one very long side': () => canvas(8001, 10).jpeg().toBuffer(),
  'a film of several pictures': () => {
    const frames = Buffer.from(Array.from({ length: 20 * 40 * 3 }, (_, at) => ((at >> 5) * 7) % 256));
    return sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
  },
};

const neutralised: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a script after the end of a JPEG': async () => Buffer.concat([await jpeg(), Buffer.from(PAYLOAD)]),
  'a script in a text chunk of a PNG': () => pngWith('tEXt', Buffer.from(`Comment\0${PAYLOAD}`)),
  'a script in a WebP after its end': async () => Buffer.concat([await webp(), Buffer.from(PAYLOAD)]),
  'a camera and a place in EXIF': () =>
    drawing()
      .withExif({ IFD0: { Make: 'KharaCam', Copyright: PAYLOAD }, IFD3: { GPSLatitude: '28/1 36/1 0/1' } })
      .jpeg()
      .toBuffer(),
  'a script in XMP': () =>
    drawing().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`).jpeg().toBuffer(),
};

async function rendered(bytes: Buffer): Promise<Picture> {
  const result = await pictures.render(bytes);
  if (result.refused !== undefined) throw new Error(result.refused);
  return result.value;
}

describe('a hostile upload', () => {
  it.each(Object.keys(refused))('is refused: %s', async (name) => {
    const result = await pictures.render(await refused[name]!());
    expect(['picture_unreadable', 'picture_dimensions']).toContain(result.refused);
  });

  it.each(Object.keys(neutralised))('loses what was hidden in it: %s', async (name) => {
    const bytes = await neutralised[name]!();
    const kept = Buffer.from((await rendered(bytes)).jpeg);
    for (const planted of ['script', 'KharaCam', 'Exif', 'http://ns.adobe.com']) {
      expect(kept.includes(planted)).toBe(false);
    }
    const { exif, xmp, icc, format } = await sharp(kept).metadata();
    expect({ exif, xmp, icc, format }).toEqual({ exif: undefined, xmp: undefined, icc: undefined, format: 'jpeg' });
  });

  it('costs no more memory than two pictures of the largest size need', async () => {
    const bomb = await canvas(5000, 4990).png().toBuffer(); // just within the limit
    const before = process.memoryUsage().rss;
    const results = await Promise.all(Array.from({ length: 8 }, () => pictures.render(bomb)));
    expect(results.every(({ refused: reason }) => reason === undefined)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

describe('a picture', () => {
  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('may be a %s', async (_name, make) => {
    const { look, contrast } = await rendered(await make());
    expect(look).toHaveLength(256);
    expect(contrast).toBeGreaterThan(5);
  });

  it('stands upright, and is at most 2,000 pixels a side', async () => {
    const lying = await drawing(3000, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await sharp((await rendered(lying)).jpeg).metadata();
    expect([width, height]).toEqual([667, 2000]);
  });

  it('with nothing on it is known by its contrast', async () => {
    const { contrast } = await rendered(await canvas(400, 300, '#f4f4f4').jpeg().toBuffer());
    expect(contrast).toBeLessThan(1);
  });
});

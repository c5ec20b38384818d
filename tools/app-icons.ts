/**
 * `npm run icons`: draws the installed app's icons from the mark (apps/web/public/mark.svg). Run it
 * when the mark changes, and commit what it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const PUBLIC = path.join(import.meta.dirname, '../apps/web/public');
const mark = readFileSync(path.join(PUBLIC, 'mark.svg'), 'utf8');
const [, stone = '', streaks = ''] = /<svg[^>]*>(<path[^>]*\/>)([\s\S]*)<\/svg>/.exec(mark) ?? [];
const ink = /fill="(#\w+)"/.exec(stone)?.[1];
if (!ink) throw new Error('mark.svg does not begin with its stone');

/**
 * A launcher cuts a maskable icon to a shape of its own: the streaks stay inside the middle four fifths, the
 * ink reaches every edge.
 */
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${ink}" d="M0 0h32v32H0z"/><g transform="translate(16 16) scale(.86) translate(-16 -16.5)">${streaks}</g></svg>`;

const icons = [
  { file: 'icon-192.png', svg: mark, size: 192 },
  { file: 'icon-512.png', svg: mark, size: 512 },
  { file: 'maskable-192.png', svg: maskable, size: 192 },
  { file: 'maskable-512.png', svg: maskable, size: 512 },
  { file: 'apple-touch-icon.png', svg: maskable, size: 180 },
] as const;

const draw = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

function write(file: string, bytes: Buffer): void {
  writeFileSync(path.join(PUBLIC, 'icons', file), bytes);
  console.log(`${file} ${bytes.byteLength} bytes`);
}

for (const { file, svg, size } of icons) {
  write(file, await draw(svg, size));
}

/** What programs ask for without reading a page: a directory of one picture, in the format of PNG. */
const FAVICON_SIZE = 48;
const favicon = await draw(mark, FAVICON_SIZE);
const directory = Buffer.alloc(22);
directory.writeUInt16LE(1, 2); // an icon
directory.writeUInt16LE(1, 4); // one picture
directory.set([FAVICON_SIZE, FAVICON_SIZE], 6);
directory.writeUInt16LE(1, 10); // planes
directory.writeUInt16LE(32, 12); // bits of a pixel
directory.writeUInt32LE(favicon.byteLength, 14);
directory.writeUInt32LE(directory.byteLength, 18);
write('favicon.ico', Buffer.concat([directory, favicon]));

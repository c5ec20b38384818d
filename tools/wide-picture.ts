/**
 * A part of `npm run screenshots`: sets pictures of docs/screenshots beside each other as README.md shows them,
 * in docs/screenshots/wide.png.
 */
import path from 'node:path';
import sharp from 'sharp';

const FOLDER = path.join(import.meta.dirname, '../docs/screenshots');
const SCREENS = ['home-en-white', 'stock-hi-darkblue', 'ticket-en-white', 'bill-hi-darkblue'];
/** In px of the picture. */
const WIDTH = 1280;
const PHONE = { width: 288, height: 623, corner: 22, gap: 22 };
const TOP = 24;
const BACKGROUND = '#eef1f6';

const corners = Buffer.from(
  `<svg width="${PHONE.width}" height="${PHONE.height}"><rect width="100%" height="100%" rx="${PHONE.corner}"/></svg>`,
);
const phones = await Promise.all(
  SCREENS.map((name) =>
    sharp(path.join(FOLDER, `${name}.png`))
      .resize(PHONE.width, PHONE.height)
      .composite([{ input: corners, blend: 'dest-in' }])
      .png()
      .toBuffer(),
  ),
);
const left = (WIDTH - SCREENS.length * PHONE.width - (SCREENS.length - 1) * PHONE.gap) / 2;
await sharp({ create: { width: WIDTH, height: PHONE.height + 2 * TOP, channels: 3, background: BACKGROUND } })
  .composite(phones.map((input, at) => ({ input, left: left + at * (PHONE.width + PHONE.gap), top: TOP })))
  .png({ palette: true, colours: 192, effort: 10, compressionLevel: 9 })
  .toFile(path.join(FOLDER, 'wide.png'));

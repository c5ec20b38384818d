/**
 * A part of `npm run screenshots`: sets a phone and the desk of docs/screenshots beside each other as README.md
 * shows them, in docs/screenshots/wide.png.
 */
import path from 'node:path';
import sharp from 'sharp';

const FOLDER = path.join(import.meta.dirname, '../docs/screenshots');
/** In px of the picture. */
const WIDTH = 1280;
const HEIGHT = 660;
const SCREENS = [
  { name: 'home-en-white', width: 232, height: 502, corner: 20, left: 28, top: 120 },
  { name: 'desk-en-white', width: 976, height: 610, corner: 14, left: 284, top: 25 },
];
const BACKGROUND = '#12324a';

const pictures = await Promise.all(
  SCREENS.map(async ({ name, width, height, corner, left, top }) => {
    const corners = Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${corner}"/></svg>`,
    );
    const input = await sharp(path.join(FOLDER, `${name}.png`))
      .resize(width, height)
      .composite([{ input: corners, blend: 'dest-in' }])
      .png()
      .toBuffer();
    return { input, left, top };
  }),
);
await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: BACKGROUND } })
  .composite(pictures)
  .png({ palette: true, colours: 192, effort: 10, compressionLevel: 9 })
  .toFile(path.join(FOLDER, 'wide.png'));

/** Keeps pictures in 256 colours, a third of the bytes: `npm run fewer-colours -- e2e/looks/*.png`. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

for (const file of process.argv.slice(2)) {
  const picture = await sharp(file).png({ palette: true, colours: 256, dither: 0, effort: 10 }).toBuffer();
  await writeFile(file, picture);
}

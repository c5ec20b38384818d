import sharp from 'sharp';
import type { Pictures } from '#src/ports/pictures.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { limitConcurrency } from '#src/kernel/concurrency-limit.ts';

const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 8_000;
/** What is kept is no larger than this: a card can be read, and a page of them opens quickly. */
const KEPT_SIDE = 2_000;
const QUALITY = 82;
const SECONDS = 5;
/**
 * Decoded pictures are large, whatever the file's size: these limit how many are decoded at a time, and how many wait.
 */
const CONCURRENCY = 2;
const MAX_QUEUED = 20;
/** Side of the small grey picture by which two are compared. */
const LOOK_SIDE = 16;

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

// Only what we take is ever decoded, whatever else the library could read; and nothing is kept between pictures.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** Renders pictures anew with sharp. What a file is, its content says and not its name. */
export function sharpPictures(): Pictures {
  const turns = limitConcurrency({ concurrency: CONCURRENCY, queued: MAX_QUEUED });
  return { render: (bytes) => turns(() => renderPicture(bytes)) };
}

async function renderPicture(bytes: Uint8Array): ReturnType<Pictures['render']> {
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, animated: false }).timeout({
      seconds: SECONDS,
    });
  try {
    const { format, width, height, pages = 1 } = await open().metadata();
    if (!FORMATS.has(format)) return refuse('picture_unreadable', { field: 'file' });
    if (pages > 1 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
      return refuse('picture_dimensions', { field: 'file' });
    }
    const jpeg = await open()
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer();
    const look = await sharp(jpeg)
      .greyscale()
      .resize(LOOK_SIDE, LOOK_SIDE, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
    return done({ jpeg, look, contrast: standardDeviation(look) });
  } catch (error) {
    if (error instanceof Error && /exceeds pixel limit/.test(error.message)) {
      return refuse('picture_dimensions', { field: 'file' });
    }
    return refuse('picture_unreadable', { field: 'file' });
  }
}

/** Standard deviation of grey values, 0 to 127.5: near nothing for an empty page. */
function standardDeviation(values: Uint8Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

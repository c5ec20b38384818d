/**
 * Pictures on this device: read, covered, drawn anew. What is sent is what stands on the canvas, so that what
 * lies under the bar never leaves.
 */

/** Sharp enough to read a card by, small enough for a slow line. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.88;
export const TYPES = 'image/jpeg,image/png,image/webp';

/** A place on the picture, in parts of its width and height. */
export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where the first eight digits stand on most cards. */
export const FIRST_BAR: Bar = { x: 0.28, y: 0.72, width: 0.34, height: 0.1 };

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The bar moved by parts of the picture, never out of it. */
export const moveBar = (bar: Bar, dx: number, dy: number): Bar => ({
  ...bar,
  x: clamp(bar.x + dx, 0, 1 - bar.width),
  y: clamp(bar.y + dy, 0, 1 - bar.height),
});

/** The bar made wider and higher, or narrower and lower, around its middle. */
export function scaleBar(bar: Bar, by: number): Bar {
  const width = clamp(bar.width * by, 0.08, 1);
  const height = clamp(bar.height * by, 0.03, 0.5);
  const moved = { width, height, x: bar.x + (bar.width - width) / 2, y: bar.y + (bar.height - height) / 2 };
  return moveBar(moved, 0, 0);
}

/**
 * Reads a chosen file, upright and not larger than needed. Undefined when it is no picture that this browser can read.
 */
export async function readPicture(file: Blob): Promise<HTMLCanvasElement | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** The same picture with the bar burnt in. */
export function cover(picture: HTMLCanvasElement, bar: Bar | undefined): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  pen.drawImage(picture, 0, 0);
  if (bar) {
    pen.fillStyle = 'black';
    pen.fillRect(bar.x * canvas.width, bar.y * canvas.height, bar.width * canvas.width, bar.height * canvas.height);
  }
  return canvas;
}

/** As the file that is sent: a JPEG, which holds nothing but the picture. */
export const asFile = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no file'))),
      'image/jpeg',
      QUALITY,
    );
  });

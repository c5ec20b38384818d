/**
 * The last part of `npm run screenshots`: takes the pictures that docs/screenshots/README.md shows from those of the
 * browser's run, in few colours, and those of the site's front page. It sets a phone and the desk beside each other for
 * that page, in both themes, and joins the frames of the film for README.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { PICTURES } from './site/front.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FROM = path.join(ROOT, 'test-results/pictures');
const TO = path.join(ROOT, 'docs/screenshots');
/** In px of the picture. */
const WIDTH = 1600;
const HEIGHT = 900;
/** Pictures are twice as large as their windows. */
const SCREENS = [
  { name: 'phone', width: 320, height: 693, corner: 24, left: 36, top: 170 },
  { name: 'desk', width: 1176, height: 735, corner: 16, left: 388, top: 149 },
];
const THEMES = {
  white: { from: '#1d4d70', to: '#0a2233', edge: '#2f6388' },
  darkblue: { from: '#14324a', to: '#030b13', edge: '#33536c' },
};
/** Of 256 colours: a third of the bytes. */
const KEPT = { palette: true, colours: 256, dither: 0, effort: 10 } as const;
/** Px around a screen. */
const FRAME = 5;

const mark = readFileSync(path.join(ROOT, 'apps/web/public/mark.svg'), 'utf8').replace(
  '<svg ',
  '<svg x="40" y="36" width="76" height="76" ',
);
/** The rosette of the app's dark surfaces, behind the upper right corner. */
const rosette = Array.from(
  { length: 30 },
  (_, n) => `<ellipse rx="330" ry="120" transform="translate(1330 60) rotate(${n * 6})"/>`,
).join('');

function background({ from, to, edge }: (typeof THEMES)['white']): Buffer {
  const frames = SCREENS.map(
    ({ width, height, corner, left, top }) =>
      `<rect x="${left - FRAME}" y="${top - FRAME}" width="${width + 2 * FRAME}" height="${height + 2 * FRAME}" rx="${corner + FRAME}" fill="#050d15" stroke="${edge}" stroke-width="1.5"/>`,
  ).join('');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="0.6" y2="1">
      <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#ground)"/>
    <g fill="none" stroke="#9cc6e6" stroke-opacity="0.16">${rosette}</g>
    ${mark}
    <g font-family="Roboto, 'Noto Sans', 'Liberation Sans', sans-serif" fill="#fff">
      <text x="136" y="76" font-size="42" font-weight="700">Khara</text>
      <text x="137" y="107" font-size="20" fill="#c3d9ea">A practice stock market for India whose investors can check it</text>
    </g>
    ${frames}
  </svg>`);
}

async function screen(theme: string, { name, width, height, corner, left, top }: (typeof SCREENS)[number]) {
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${corner}"/></svg>`,
  );
  const input = await sharp(path.join(FROM, `wide-${name}-en-${theme}.png`))
    .resize(width, height)
    .composite([{ input: corners, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { input, left, top };
}

for (const [theme, colours] of Object.entries(THEMES)) {
  await sharp(background(colours))
    .composite(await Promise.all(SCREENS.map((each) => screen(theme, each))))
    .png(KEPT)
    .toFile(path.join(TO, `wide-${theme}.png`));
}

/** The desk stands alone, too; its picture is twice as large as its window. */
const DESK = /^desk-(.+)\.png$/;
const page = readFileSync(path.join(TO, 'README.md'), 'utf8');
for (const [, name = ''] of page.matchAll(/src="([^"]+)"/g)) {
  const picture = DESK.test(name)
    ? sharp(path.join(FROM, name.replace(DESK, 'wide-desk-$1.png'))).resize(1280, 800)
    : sharp(path.join(FROM, name));
  await picture.png(KEPT).toFile(path.join(TO, name));
}

for (const { name } of PICTURES)
  await sharp(path.join(FROM, `${name}.png`))
    .webp({ quality: 70, effort: 6 })
    .toFile(path.join(ROOT, 'tools/site', `${name}.webp`));

/** Frames in their order, each with the ms for which it stands. */
const frames = readdirSync(FROM)
  .filter((name) => /^film-\d+-\d+\.png$/.test(name))
  .toSorted();
const delay = frames.map((name) => Number(/-(\d+)\.png$/.exec(name)?.[1]));
await sharp(
  frames.map((name) => path.join(FROM, name)),
  { join: { animated: true } },
)
  .webp({ quality: 60, effort: 6, loop: 0, delay })
  .toFile(path.join(TO, 'what-if.webp'));

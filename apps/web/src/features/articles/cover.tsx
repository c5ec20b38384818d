import type { Data } from '@khara/contract';
import { cx } from '#ui/class-names.ts';
import { sparkShape, type SparkShape } from '#ui/spark-shape.ts';
import css from './cover.module.css';

type Head = Data<'articles'>['list'][number];
type Category = Head['category'];
type Illustration = Category | 'draw' | 'charges' | 'settle' | 'book';

/** Topics with a drawing of their own, by words of the article's id; any other article has its category's. */
const TOPICS: readonly (readonly [RegExp, Illustration])[] = [
  [/ipo|lottery|draw|allot/, 'draw'],
  [/charge|tax|fee/, 'charges'],
  [/t-plus|settle|arrive|day/, 'settle'],
  [/book|depth|order|queue|tick/, 'book'],
];

const pickIllustration = (id: string, category: Category): Illustration =>
  (category === 'learn' ? TOPICS.find(([words]) => words.test(id))?.[1] : undefined) ?? category;

const HUES = ['hue1', 'hue2', 'hue3', 'hue4'] as const;
/** Of a word, so that companies of a sector stand on one ground. */
const pickHue = (word: string): (typeof HUES)[number] =>
  HUES[[...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES.length] ?? 'hue3';

/** The drawn picture of an article: decoration, the title says it. Drawn for Khara, in the theme's colours. */
export function Cover({
  id,
  category,
  picture,
  traded,
  large,
}: {
  readonly id: string;
  readonly category: Category;
  /** A picture of the app's own instead of a drawing. */
  readonly picture?: string | null;
  /** Of a story of a company: the line of its share on that day is the drawing. */
  readonly traded?: Head['traded'];
  readonly large?: boolean;
}) {
  const drawing = pickIllustration(id, category);
  const hue = drawing === 'company' && css[pickHue(traded?.sector ?? id)];
  const name = cx(css.cover, large && css.large, css[drawing], hue);
  const line = traded && sparkShape(traded.prices, undefined, LINE.width, LINE.height);
  if (picture?.startsWith('/h5/')) {
    return (
      <span className={name}>
        <img src={picture} alt="" />
      </span>
    );
  }
  return (
    <span className={name} aria-hidden="true">
      <svg viewBox="0 0 96 72" preserveAspectRatio={large ? 'xMidYMid meet' : 'xMidYMid slice'}>
        {line ? <DayLine {...line} /> : ILLUSTRATIONS[drawing]}
      </svg>
    </span>
  );
}

const LINE = { width: 80, height: 40 } as const;

/** What the share traded at on the day, from its first price on. */
function DayLine({ line, fill, end }: SparkShape) {
  return (
    <g transform="translate(8 18)">
      <path className={css.area} d={fill} />
      <path className={css.day} d={line} />
      <circle className={css.close} cx={end.x} cy={end.y} r="2.6" />
    </g>
  );
}

const DOTS = Array.from({ length: 45 }, (_, index) => index);
const WON = new Set([4, 11, 19, 22, 33, 40]);

const ILLUSTRATIONS: Readonly<Record<Illustration, React.ReactNode>> = {
  market: (
    <>
      <path className={css.grid} d="M8 20h80M8 36h80M8 52h80" />
      <g className={css.up}>
        <path d="M22 26v30M54 18v28M76 12v24" />
        <rect x="18" y="34" width="8" height="16" rx="1.5" />
        <rect x="50" y="24" width="8" height="14" rx="1.5" />
        <rect x="72" y="16" width="8" height="14" rx="1.5" />
      </g>
      <g className={css.down}>
        <path d="M38 24v28" />
        <rect x="34" y="28" width="8" height="16" rx="1.5" />
      </g>
    </>
  ),
  company: (
    <>
      <rect className={css.paper} x="20" y="28" width="26" height="44" rx="2" />
      <rect className={css.paper} x="50" y="14" width="26" height="58" rx="2" />
      <path
        className={css.lines}
        d="M26 38h5m6 0h4M26 48h5m6 0h4M26 58h5m6 0h4M56 24h5m6 0h4M56 34h5m6 0h4M56 44h5m6 0h4M56 54h5m6 0h4"
      />
      <path className={css.ground} d="M10 71h76" />
    </>
  ),
  learn: (
    <>
      <path className={css.paper} d="M48 22c-8-6-20-7-30-5v38c10-2 22-1 30 5 8-6 20-7 30-5V17c-10-2-22-1-30 5z" />
      <path
        className={css.lines}
        d="M48 22v38M26 28c5-1 11 0 15 2M26 38c5-1 11 0 15 2M55 30c4-2 10-3 15-2M55 40c4-2 10-3 15-2"
      />
    </>
  ),
  safety: (
    <>
      <path className={css.phone} d="M34 76V20a6 6 0 0 1 6-6h18a6 6 0 0 1 6 6v56" />
      <path className={css.rise} d="m39 44 7-8 6 5 8-11" />
      <rect className={css.lost} x="40" y="54" width="18" height="8" rx="3" />
      <circle className={css.stop} cx="64" cy="24" r="11" />
      <path className={css.cross} d="m59.5 19.5 9 9m0-9-9 9" />
    </>
  ),
  khara: (
    <>
      <path className={css.stone} d="m24 54 8-34 30-6 14 18-8 26-26 4z" />
      <path className={css.streak} d="m34 46 28-20" />
      <path className={css.streak2} d="m42 52 24-17" />
    </>
  ),
  draw: (
    <>
      {DOTS.map((index) => (
        <circle
          key={index}
          className={WON.has(index) ? css.won : css.dot}
          cx={12 + (index % 9) * 9}
          cy={18 + Math.floor(index / 9) * 9}
          r={WON.has(index) ? 3.2 : 2.4}
        />
      ))}
    </>
  ),
  charges: (
    <>
      <path className={css.paper} d="M33 12h30v46l-5-4-5 4-5-4-5 4-5-4-5 4z" />
      <path className={css.lines} d="M39 22h18M39 29h10m4 0h4M39 36h12m3 0h3" />
      <path className={css.accent} d="M39 45h18" />
    </>
  ),
  settle: (
    <>
      <rect className={css.paper} x="14" y="24" width="28" height="28" rx="4" />
      <path className={css.headA} d="M14 34v-6a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4v6z" />
      <rect className={css.paper} x="54" y="24" width="28" height="28" rx="4" />
      <path className={css.headB} d="M54 34v-6a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4v6z" />
      <path className={css.lines} d="M24 43h8M46 38h4m-2-2.5 2.5 2.5-2.5 2.5M68 39v8m-4-4h8" />
    </>
  ),
  book: (
    <>
      <g className={css.bids}>
        <rect x="26" y="16" width="20" height="6" rx="2" />
        <rect x="18" y="26" width="28" height="6" rx="2" />
        <rect x="30" y="36" width="16" height="6" rx="2" />
        <rect x="12" y="46" width="34" height="6" rx="2" />
      </g>
      <g className={css.asks}>
        <rect x="50" y="16" width="14" height="6" rx="2" />
        <rect x="50" y="26" width="22" height="6" rx="2" />
        <rect x="50" y="36" width="30" height="6" rx="2" />
        <rect x="50" y="46" width="18" height="6" rx="2" />
      </g>
    </>
  ),
};

/* Where the parts of the line of values stand, in px. Numbers are only drawn here, never shown: floats are fine. */

export type LineDay = {
  readonly marketDate: string;
  readonly value: string;
  readonly putIn: string;
  /** What was put in, and what was taken out. */
  readonly moneyIn: string;
  readonly moneyOut: string;
  /** Recharges that the bank took back, and withdrawals that came back. */
  readonly tookBack?: string | undefined;
  readonly cameBack?: string | undefined;
  readonly index?: string | undefined;
};

export type Box = { readonly width: number; readonly height: number };

/** Room at the right for the axis, below for the dots and the dates. */
const AXIS_PX = 62;
const TOP = 10;
const BOTTOM = 40;
const LEFT = 16;
const STEPS = [1, 2, 5, 10] as const;

/** What moved on a day. `back`: a bank sent it back the way it had come. */
export const FLOWS = ['in', 'out', 'back'] as const;
export type Flow = (typeof FLOWS)[number];

/** The kinds of what moved on a day. */
export function dayFlows({ moneyIn, moneyOut, tookBack, cameBack }: LineDay): readonly Flow[] {
  const moved = { in: moneyIn, out: moneyOut, back: `${tookBack ?? ''}${cameBack ?? ''}` };
  return FLOWS.filter((kind) => /[1-9]/.test(moved[kind]));
}

export type LineShape = {
  readonly value: string;
  readonly index: string | undefined;
  readonly putIn: string;
  /** Levels of the axis, as whole rupees. */
  readonly levels: readonly { readonly rupees: number; readonly y: number }[];
  readonly dates: readonly { readonly marketDate: string; readonly x: number }[];
  readonly flows: readonly { readonly x: number; readonly kind: Flow }[];
  readonly toX: (at: number) => number;
  readonly toY: (value: string) => number;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Undefined without a day. One day stands as a point at the right. */
export function lineShape(days: readonly LineDay[], { width, height }: Box): LineShape | undefined {
  if (days.length === 0) return undefined;
  const all = days.flatMap(({ value, putIn, index }) => [value, putIn, ...(index === undefined ? [] : [index])]);
  const numbers = all.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const pad = (high - low) * 0.08 || Math.max(1, Math.abs(high) * 0.02);
  const [from, to] = [low - pad, high + pad];
  const right = width - AXIS_PX;
  const last = Math.max(1, days.length - 1);
  const toX = (at: number): number => round(days.length === 1 ? right : LEFT + (at / last) * (right - LEFT));
  const y = (value: number): number => round(TOP + (1 - (value - from) / (to - from)) * (height - TOP - BOTTOM));
  const path = (of: (day: LineDay) => string): string =>
    `M${days.map((day, at) => `${toX(at)} ${y(Number(of(day)))}`).join('L')}`;
  const step = roundStep((to - from) / 3);
  const levels: { rupees: number; y: number }[] = [];
  for (let level = Math.ceil(from / step) * step; level <= to; level += step)
    levels.push({ rupees: level, y: y(level) });
  const marks = days.length < 3 ? [0] : [0.12, 0.5, 0.88].map((part) => Math.round(part * last));
  return {
    value: path((day) => day.value),
    index: days.every((day) => day.index !== undefined) ? path((day) => day.index!) : undefined,
    // A step: what is put in on a day is there from its beginning.
    putIn: days.reduce(
      (line, day, at) =>
        at === 0 ? `M${toX(0)} ${y(Number(day.putIn))}` : `${line}H${toX(at)}V${y(Number(day.putIn))}`,
      '',
    ),
    levels,
    dates: marks.map((at) => ({ marketDate: days[at]!.marketDate, x: toX(at) })),
    flows: days.flatMap((day, at) => dayFlows(day).map((kind) => ({ x: toX(at), kind }))),
    toX,
    toY: (value) => y(Number(value)),
  };
}

/** The next round step: 1, 2 or 5 times a power of ten, at least a rupee. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return Math.max(1, (STEPS.find((step) => step * power >= least) ?? 10) * power);
}

/** What can be drawn on a chart, in the order in which it is offered. */
export const DRAWING_TOOLS = ['trend', 'level', 'ray', 'fibonacci', 'measure'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** By how many points one is drawn. */
export const countPoints = (tool: DrawingTool): number => (tool === 'level' ? 1 : 2);

/** On one share. */
export const MAX_DRAWINGS = 50;
/** Of a point, in paise: no share comes near it. */
export const MAX_DRAWN_PAISE = 1_000_000_000;
/** Of a point, in ms: the end of the year 2099. */
export const MAX_DRAWN_INSTANT = 4_102_444_800_000;

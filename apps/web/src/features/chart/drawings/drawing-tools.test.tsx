import type { Data } from '@khara/contract';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { useToast } from '#ui/toast.ts';
import { answering } from '../../../../test/server.ts';
import { point, press, show } from '../../../../test/show.tsx';
import { ChartPanel } from '../chart-panel.tsx';
import { resetIndicators } from '../shown-indicators.ts';
import type { Drawing } from './drawings.ts';
import { changeDrawings, readShareDrawings } from './kept-drawings.ts';

const OPENED = Date.parse('2026-11-25T09:15:00+05:30');
const TIMES = Array.from({ length: 30 }, (_, at) => OPENED + at * 300_000);
/** Thirty candles that rise by a rupee each. */
const candles = TIMES.map((t, at): Data<'candles'>['candles'][number] => {
  const close = (100 + at).toFixed(2);
  return [t, close, (101 + at).toFixed(2), (99 + at).toFixed(2), close, 500];
});
const level = (price: number): Drawing => ({ tool: 'level', points: [{ t: TIMES[0]!, price }] });
let shares = 0;

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  resetIndicators();
  useSession.setState({ token: '', device: 'D', userInfo: undefined });
});

/** A share of its own for each test: what is drawn on one stays while the page does. */
const nextShare = (): string => `DRAWN${(shares += 1)}`;

async function showing(code: string, adjustments: Data<'candles'>['adjustments'] = []) {
  answering({ candles: () => ({ candles, adjustments }) });
  const screen = await show(
    <div style={{ width: 400, height: 520, display: 'grid' }}>
      <ChartPanel code={code} previousClose="99.90" traded closesByAuction={false} />
    </div>,
  );
  onTestFinished(() => screen.unmount());
  const chart = screen.getByRole('img', { name: `Price chart of ${code}. From 100.00 to 129.00` });
  const opener = screen.getByRole('button', { name: /^Draw( \d+)?$/ });
  const tool = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(opener).toBeVisible();
  return { screen, chart, opener, tool, said: screen.getByRole('region').getByRole('status') };
}

type Place = { readonly x: number; readonly y: number };

/** A finger presses, slides and lets go. */
function slide(canvas: Element, from: Place, to = from): void {
  const target = canvas.querySelector('canvas') ?? canvas;
  for (const [type, at] of [
    ['pointerdown', from],
    ['pointermove', to],
    ['pointerup', to],
  ] as const)
    point(target, type, at);
}

it('draws a line by two touches, keeps it on the device, and takes it back', async () => {
  const code = nextShare();
  const { screen, chart, opener, tool } = await showing(code);
  await opener.click();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText('Trend line: choose the first point.').first()).toBeVisible();
  slide(chart.element(), { x: 60, y: 180 }, { x: 120, y: 160 });
  await expect.element(screen.getByText('Trend line: choose the second point.').first()).toBeVisible();
  slide(chart.element(), { x: 200, y: 100 });
  await expect.element(screen.getByRole('button', { name: 'Draw 1' })).toBeVisible();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'false');
  const kept = (): unknown => (JSON.parse(localStorage.getItem('drawings') ?? '{}') as Record<string, unknown>)[code];
  const [drawing] = readShareDrawings(code).list;
  expect(drawing?.points.every(({ t }) => TIMES.includes(t))).toBe(true);
  expect(drawing?.points[1]?.price).toBeGreaterThan(drawing?.points[0]?.price ?? Infinity);
  expect(kept()).toMatchObject({ list: [['trend', ...drawing!.points.flatMap(({ t, price }) => [t, price])]] });
  await tool('Undo').click();
  await expect.element(screen.getByRole('button', { name: 'Draw', exact: true })).toBeVisible();
  expect(kept()).toBeUndefined();
  await tool('Do again').click();
  await tool('Clear all 1').click();
  await press('{Control>}z{/Control}');
  expect(readShareDrawings(code).list).toEqual([drawing]);
});

it('puts points with keys, a candle and a tick at a time, and says where they are', async () => {
  const code = nextShare();
  changeDrawings(code, [
    { tool: 'trend', points: [TIMES[0]!, TIMES[9]!].map((t) => ({ t, price: 105 })) },
    { tool: 'level', points: [{ t: TIMES[0]!, price: 104.37 }] },
  ]);
  const letters = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const drawn = (): readonly string[] => letters.mock.calls.map(([text]) => text);
  const { screen, opener, tool, said } = await showing(code);
  await opener.click();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'false');
  await press('{ArrowRight}');
  await expect.element(said).toHaveTextContent('Trend line, 25 Nov, 09:15 at 105.00 to 25 Nov, 10:00 at 105.00');
  await press('{Delete}');
  await expect.element(said).toHaveTextContent('Trend line deleted');
  await press('{ArrowRight}');
  await expect.element(said).toHaveTextContent('Level at 104.37');
  await expect.poll(drawn).toContain('104.37');
  await press('{Delete}');
  await tool('Level').click();
  letters.mockClear();
  // From the newest candle, at its close.
  await press('{ArrowLeft}');
  await expect.element(said).toHaveTextContent('25 Nov, 11:35 at 129.00');
  await expect.poll(() => drawn().length).toBeGreaterThan(0);
  expect(drawn(), 'what is deleted is on the chart no more').not.toContain('104.37');
  await press('{ArrowUp}{ArrowUp}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Draw 1' })).toBeVisible();
  expect(readShareDrawings(code).list[0]?.points).toEqual([{ t: TIMES[28], price: 129.1 }]);
  await press('{Escape}');
  await expect.element(tool('Delete the drawing')).not.toBeInTheDocument();
});

it('chooses a drawing by a tap, and moves it whole or by its end', async () => {
  const code = nextShare();
  changeDrawings(code, [{ tool: 'level', points: [{ t: TIMES[20]!, price: 115 }] }]);
  const letters = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  // The price stands at the end of its line.
  const line = (): number | undefined => letters.mock.calls.findLast(([text]) => text === '115.00')?.[2];
  const { chart, opener, tool } = await showing(code);
  await expect.poll(line).toBeDefined();
  await opener.click();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(tool('Delete the drawing')).not.toBeInTheDocument();
  const price = (): number => readShareDrawings(code).list[0]?.points[0]?.price ?? 0;
  const y = line()!;
  slide(chart.element(), { x: 30, y });
  await expect.element(tool('Delete the drawing')).toBeVisible();
  expect(price(), 'a tap moves nothing').toBe(115);
  slide(chart.element(), { x: 30, y }, { x: 30, y: y + 50 });
  expect(price()).toBeLessThan(115);
  await tool('Undo').click();
  expect(price()).toBe(115);
});

it('copies the chosen drawing beside it, by its button and by a key, and says so', async () => {
  const code = nextShare();
  changeDrawings(code, [level(115)]);
  const { opener, tool, said, screen } = await showing(code);
  await opener.click();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(tool('Copy the drawing')).not.toBeInTheDocument();
  await press('{ArrowRight}');
  await tool('Copy the drawing').click();
  await expect.element(screen.getByRole('button', { name: 'Draw 2' })).toBeVisible();
  const prices = (): readonly number[] => readShareDrawings(code).list.map(({ points }) => points[0]!.price);
  const [first, second] = prices();
  expect(first).toBe(115);
  expect(second, 'lower, so that it is seen').toBeLessThan(115);
  await expect.element(said).toHaveTextContent('Level copied');
  await expect.element(screen.getByText(`Level at ${second!.toFixed(2)}`)).toBeVisible();
  // The copy is the chosen one.
  await press('{Control>}d{/Control}');
  expect(prices()).toHaveLength(3);
  expect(prices()[2]).toBeLessThan(second!);
  await press('{ArrowRight}');
  await expect.poll(() => said.element().textContent).toBe('Level at 115.00');
  await press('{Control>}z{/Control}{Control>}z{/Control}');
  expect(prices()).toEqual([115]);
  await expect.element(said).toHaveTextContent('Undone');
  changeDrawings(
    code,
    Array.from({ length: 50 }, () => level(115)),
  );
  await press('{ArrowRight}');
  await press('{Control>}d{/Control}');
  await expect.element(said).toHaveTextContent('A share takes 50 drawings at most. Delete one.');
  expect(prices()).toHaveLength(50);
});

it('leaves the keyboard at the tools when the chosen drawing is deleted by its button', async () => {
  const code = nextShare();
  changeDrawings(code, [{ tool: 'level', points: [{ t: TIMES[0]!, price: 115 }] }]);
  const { opener, tool } = await showing(code);
  await opener.click();
  await expect.element(tool('Trend line')).toHaveAttribute('aria-pressed', 'false');
  await press('{ArrowRight}');
  await tool('Delete the drawing').click();
  await expect.element(tool('Undo')).toHaveFocus();
});

it('moves drawings with prices that were divided, once, and says so', async () => {
  const code = nextShare();
  changeDrawings(code, [{ tool: 'level', points: [{ t: TIMES[0]!, price: 210.5 }] }]);
  // It is gone in five seconds, in which a slow machine may not have looked.
  const said: unknown[] = [];
  onTestFinished(useToast.subscribe(({ shown }) => said.push(shown?.text)));
  const { screen } = await showing(code, [[OPENED, 2, 1]]);
  await expect.poll(() => said).toContain('The shares of this company changed. Your drawings moved with the prices.');
  expect(readShareDrawings(code).list[0]?.points[0]?.price).toBe(105.25);
  await screen.unmount();
  const again = await showing(code, [[OPENED, 2, 1]]);
  await again.opener.click();
  await expect.element(again.screen.getByText('Choose a tool, or a drawing to change it.').first()).toBeVisible();
  expect(readShareDrawings(code).list[0]?.points[0]?.price).toBe(105.25);
});

it('moves no drawing of a share by what another one’s prices were divided by', async () => {
  const [split, plain] = [nextShare(), nextShare()];
  changeDrawings(plain, [{ tool: 'level', points: [{ t: TIMES[0]!, price: 200 }] }]);
  const { screen } = await showing(split, [[OPENED, 2, 1]]);
  answering({ candles: () => ({ candles, adjustments: [] }) });
  await screen.rerender(
    <div style={{ width: 400, height: 520, display: 'grid' }}>
      <ChartPanel code={plain} previousClose="99.90" traded closesByAuction={false} />
    </div>,
  );
  await expect
    .element(screen.getByRole('img', { name: `Price chart of ${plain}. From 100.00 to 129.00` }))
    .toBeVisible();
  expect(readShareDrawings(plain).list[0]?.points[0]?.price).toBe(200);
});

it('has drawings in words with its table, each of which can be deleted', async () => {
  const code = nextShare();
  changeDrawings(code, [
    { tool: 'level', points: [{ t: TIMES[0]!, price: 104 }] },
    { tool: 'measure', points: [TIMES[0]!, TIMES[2]!].map((t, at) => ({ t, price: 100 + at })) },
  ]);
  const { screen } = await showing(code);
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('list', { name: 'Drawings' })).toBeVisible();
  await screen.getByRole('button', { name: 'Delete: Level at 104.00' }).click();
  await expect.element(screen.getByText('Level at 104.00')).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Measure, 25 Nov, 09:15 at 100\.00 to /)).toBeVisible();
});

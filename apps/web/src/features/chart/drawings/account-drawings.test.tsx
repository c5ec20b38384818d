import type { Data, Payload } from '@khara/contract';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { setFeedState } from '#api/feed.ts';
import { forgetSession, signIn, type UserInfo } from '#api/session.ts';
import { answering, lost, refusal, type Answers } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { ChartPanel } from '../chart-panel.tsx';
import type { Drawing } from './drawings.ts';
import { changeDrawings, readShareDrawings } from './kept-drawings.ts';
import { sendDrawings, startSending } from './send-drawings.ts';

const OPENED = Date.parse('2026-11-25T09:15:00+05:30');
const candles = Array.from({ length: 30 }, (_, at): Data<'candles'>['candles'][number] => {
  const close = (100 + at).toFixed(2);
  return [OPENED + at * 300_000, close, (101 + at).toFixed(2), (99 + at).toFixed(2), close, 500];
});
const level = (price: number): Drawing => ({ tool: 'level', points: [{ t: OPENED, price }] });
const onWire = (...prices: readonly string[]) =>
  prices.map((price) => ({ tool: 'level' as const, points: [{ t: OPENED, price }] }));
const pricesOn = (code: string): readonly number[] =>
  readShareDrawings(code).list.map(({ points }) => points[0]!.price);
const onDevice = (): string => localStorage.getItem('drawings') ?? '';

// Nothing else of it is looked at.
const member = (id: string) => ({ token: `T-${id}`, device: 'D', userInfo: { id } as UserInfo });

/** The account as the server keeps it: each write is the next revision. */
function account(first: Readonly<Record<string, Data<'drawings'>>> = {}) {
  const kept = new Map(Object.entries(first));
  const drawings = ({ code }: Payload<'drawings'>): Data<'drawings'> =>
    kept.get(code) ?? { code, revision: 0, adjustedUntil: 0, list: [] };
  const saveDrawings = ({ code, adjustedUntil, list: sent }: Payload<'saveDrawings'>): Data<'drawings'> => {
    const list = JSON.parse(String(sent)) as Data<'drawings'>['list']; // a list travels as its text
    const next = { code, revision: drawings({ code }).revision + 1, adjustedUntil: Number(adjustedUntil), list };
    kept.set(code, next);
    return next;
  };
  return { kept, answers: { drawings, saveDrawings } satisfies Answers };
}
const having = (code: string, revision: number, ...prices: readonly string[]) => ({
  [code]: { code, revision, adjustedUntil: 0, list: onWire(...prices) },
});

let shares = 0;
/** A share of its own for each test. */
const nextShare = (): string => `KEPT${(shares += 1)}`;

beforeEach(() => {
  queryClient.clear();
  signIn(member('gita'));
  forgetSession();
});

const quiet = {
  candles: () => ({ candles, adjustments: [] }),
  fills: () => ({ list: [], nextCursor: null }),
} satisfies Answers;

async function showing(code: string, answers: Answers, adjustments: Data<'candles'>['adjustments'] = []) {
  answering({ ...quiet, candles: () => ({ candles, adjustments }), ...answers });
  const screen = await show(
    <div style={{ width: 400, height: 520, display: 'grid' }}>
      <ChartPanel code={code} previousClose="99.90" traded closesByAuction={false} />
    </div>,
  );
  onTestFinished(() => screen.unmount());
  return { screen, opener: (name: string) => screen.getByRole('button', { name, exact: true }) };
}

it('shows a member what the account has, and sends what is changed by itself', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers, kept } = account(having(code, 7, '104.00', '105.00'));
  const { screen, opener } = await showing(code, answers);
  await expect.element(opener('Draw 2')).toBeVisible();
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await screen.getByRole('button', { name: 'Delete: Level at 104.00' }).click();
  await expect.poll(() => kept.get(code)).toEqual({ code, revision: 8, adjustedUntil: 0, list: onWire('105.00') });
  await expect.poll(() => readShareDrawings(code)).toMatchObject({ revision: 8, isUnsent: false });
});

it('takes what another device drew since, and nothing that is older', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers, kept } = account(having(code, 7, '104.00'));
  const { opener } = await showing(code, answers);
  await expect.element(opener('Draw 1')).toBeVisible();
  kept.set(code, { code, revision: 9, adjustedUntil: 0, list: onWire('104.00', '105.00', '106.00') });
  await queryClient.invalidateQueries({ queryKey: ['drawings'] });
  await expect.element(opener('Draw 3')).toBeVisible();
  kept.set(code, { code, revision: 8, adjustedUntil: 0, list: [] });
  await queryClient.invalidateQueries({ queryKey: ['drawings'] });
  expect(pricesOn(code)).toEqual([104, 105, 106]);
});

it('sends what was drawn without a line when it is back, over what another device wrote', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers, kept } = account(having(code, 3, '104.00'));
  const { opener } = await showing(code, answers);
  await expect.element(opener('Draw 1')).toBeVisible();
  answering({ candles: lost, fills: lost, saveDrawings: lost, drawings: lost });
  setFeedState('stale');
  changeDrawings(code, [level(104), level(110)]);
  await sendDrawings();
  expect(readShareDrawings(code)).toMatchObject({ revision: 3, isUnsent: true });
  expect(onDevice(), 'a reload loses nothing').toContain('"isUnsent":true');
  kept.set(code, { code, revision: 5, adjustedUntil: 0, list: onWire('90.00') });
  answering({ ...quiet, ...answers });
  setFeedState('live');
  await expect
    .poll(() => kept.get(code))
    .toEqual({ code, revision: 6, adjustedUntil: 0, list: onWire('104.00', '110.00') });
  await expect.poll(() => readShareDrawings(code).isUnsent).toBe(false);
});

it('adds a guest’s drawings to those of the account when the guest signs in, and each once', async () => {
  const [shared, own] = [nextShare(), nextShare()];
  changeDrawings(shared, [level(100), level(104)]);
  changeDrawings(own, [level(200)]);
  startSending();
  const { answers, kept } = account(having(shared, 4, '104.00', '106.00'));
  answering(answers);
  await sendDrawings();
  expect(kept.get(own), 'a guest has no account').toBeUndefined();
  signIn(member('asha'));
  await expect.poll(() => kept.get(own)).toMatchObject({ revision: 1, list: onWire('200.00') });
  await expect
    .poll(() => kept.get(shared))
    .toMatchObject({
      revision: 5,
      list: onWire('104.00', '106.00', '100.00'),
    });
  expect(pricesOn(shared)).toEqual([104, 106, 100]);
});

it('leaves nothing of a member on the device', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers } = account(having(code, 7, '104.00'));
  const { opener } = await showing(code, answers);
  await expect.element(opener('Draw 1')).toBeVisible();
  expect(onDevice()).toContain(code);
  forgetSession();
  await expect.element(opener('Draw')).toBeVisible();
  expect(onDevice()).toBe('');
  expect(pricesOn(code)).toEqual([]);
});

it('moves what the account has with prices that were divided since, once', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers } = account(having(code, 7, '210.50'));
  const { opener } = await showing(code, answers, [[OPENED, 2, 1]]);
  await expect.element(opener('Draw 1')).toBeVisible();
  expect(readShareDrawings(code)).toMatchObject({ adjustedUntil: OPENED, revision: 7 });
  expect(pricesOn(code)).toEqual([105.25]);
});

it('sends again what was not answered, while the line says nothing', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers, kept } = account();
  answering({ ...answers, saveDrawings: lost });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  changeDrawings(code, [level(100)]);
  await sendDrawings();
  expect(readShareDrawings(code).isUnsent).toBe(true);
  answering(answers);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await expect.poll(() => kept.get(code)).toMatchObject({ revision: 1, list: onWire('100.00') });
});

it('waits as long as the account says, and does not insist on what it refuses', async () => {
  const [busy, gone] = [nextShare(), nextShare()];
  signIn(member('asha'));
  let isBusy = true;
  const { asked } = answering({
    ...account().answers,
    drawings: ({ code }) =>
      code === gone ? refusal('unknown_code', 'Unknown stock') : account().answers.drawings({ code }),
    saveDrawings: ({ code }) => {
      if (isBusy) return refusal('try_later', 'Please try again later', { retryAfter: 0.1 });
      return { code, revision: 1, adjustedUntil: 0, list: [] };
    },
  });
  changeDrawings(gone, [level(100)]);
  changeDrawings(busy, [level(100)]);
  await sendDrawings();
  expect(readShareDrawings(busy)).toMatchObject({ isUnsent: true });
  isBusy = false;
  await expect.poll(() => readShareDrawings(busy)).toMatchObject({ isUnsent: false, revision: 1 });
  expect(asked('drawings').filter(({ code }) => code === gone)).toHaveLength(1);
});

it('has what another window of the browser drew, and what it sent', async () => {
  const code = nextShare();
  signIn(member('asha'));
  const { answers } = account(having(code, 7, '104.00'));
  const { opener } = await showing(code, answers);
  await expect.element(opener('Draw 1')).toBeVisible();
  const other = (isUnsent: boolean, revision: number, ...levels: readonly number[]): void => {
    const list = levels.map((price) => ['level', OPENED, price]);
    localStorage.setItem('drawings', JSON.stringify({ [code]: { list, adjustedUntil: 0, revision, isUnsent } }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'drawings' }));
  };
  other(true, 7, 104, 105);
  await expect.element(opener('Draw 2')).toBeVisible();
  expect(readShareDrawings(code)).toMatchObject({ revision: 7, isUnsent: true });
  other(false, 8, 104, 105);
  expect(readShareDrawings(code)).toMatchObject({ revision: 8, isUnsent: false });
  localStorage.removeItem('drawings');
  window.dispatchEvent(new StorageEvent('storage', { key: 'drawings' }));
  await expect.element(opener('Draw')).toBeVisible();
});

it('divides nothing that is drawn after another window cleared the chart', async () => {
  const code = nextShare();
  const { screen, opener } = await showing(code, {}, [[OPENED, 2, 1]]);
  await expect.element(opener('Draw')).toBeVisible();
  await expect.poll(() => readShareDrawings(code).adjustedUntil).toBe(OPENED);
  changeDrawings(code, [level(100)]);
  await expect.element(opener('Draw 1')).toBeVisible();
  localStorage.removeItem('drawings');
  window.dispatchEvent(new StorageEvent('storage', { key: 'drawings' }));
  await expect.element(opener('Draw')).toBeVisible();
  await expect.poll(() => readShareDrawings(code).adjustedUntil).toBe(OPENED);
  changeDrawings(code, [level(110)]);
  await screen.unmount();
  const again = await showing(code, {}, [[OPENED, 2, 1]]);
  await expect.element(again.opener('Draw 1')).toBeVisible();
  expect(pricesOn(code)).toEqual([110]);
});

import { page } from 'vitest/browser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROMISE_MS } from '@khara/proof';
import { keepReceipts, keptReceipts } from '#api/receipts.ts';
import { forgetSession, signIn, useSession } from '#api/session.ts';
import { SmallLog } from '../../../../../packages/proof/test/small-log.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { FindingBar } from './finding-bar.tsx';
import FindingView from './finding-view.tsx';
import { useFindings } from './findings.ts';
import { keptLog } from './kept-log.ts';
import { startLogWatch, watchLog } from './log-watch.ts';

/** A device that follows the log by itself, against logs with real signatures and proofs. */

const ASHA = { token: 'T-asha', device: 'D', userInfo: { id: 'asha' } as never }; // nothing else of it is looked at
const RAVI = { token: 'T-ravi', device: 'D', userInfo: { id: 'ravi' } as never };

let stop = () => {};
beforeEach(() => useFindings.setState({ findings: [] }));
afterEach(() => stop());

/** The server's log, which a test may exchange for another. */
function serving(first: SmallLog) {
  const server = { log: first };
  const { asked } = answering({
    logCheckpoint: ({ fromSize }) => {
      const checkpoint = server.log.checkpoint(fromSize as number | undefined);
      return checkpoint ?? refusal('invalid_input', 'No', { field: 'fromSize' });
    },
    entryProof: ({ id }) => {
      const proof = server.log.proof(String(id));
      const lines = proof?.entry.lines.map((line) => ({ ...line }));
      return proof && lines
        ? { ...proof, path: [...proof.path], entry: { ...proof.entry, lines } }
        : refusal('not_found', 'No');
    },
    nodeKey: ({ key }) => server.log.nodeKey(String(key)) ?? refusal('not_found', 'No'),
  });
  return { server, asked };
}
/** Beside the place of toasts, which is an alert too. */
const alarm = () => page.getByRole('alert').filter({ hasText: 'contradiction' });
const sizeKept = (): number | undefined => Number(keptLog()?.notes[0]?.split('\n')[1]);
const faults = () => useFindings.getState().findings.map(({ fault }) => fault);

it('the log is pinned at the first sign-in and followed at the next, and one that only grew is no news', async () => {
  const { server, asked } = serving(new SmallLog().grow(20));
  stop = startLogWatch();
  expect(asked('logCheckpoint')).toHaveLength(0);
  signIn(ASHA);
  await expect.poll(sizeKept).toBe(20);
  forgetSession();
  expect(sizeKept(), 'what is known of the log belongs to the telephone').toBe(20);
  server.log.grow(13);
  signIn(RAVI);
  await expect.poll(sizeKept).toBe(33);
  expect(asked('logCheckpoint').map(({ fromSize }) => fromSize)).toEqual([undefined, 20]);
  expect(faults()).toEqual([]);
});

it('and once a day while a member stays signed in', async () => {
  const { server } = serving(new SmallLog().grow(20));
  signIn(ASHA);
  await watchLog();
  server.log.grow(5);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  stop = startLogWatch();
  vi.advanceTimersByTime(23 * 60 * 60_000);
  expect(sizeKept()).toBe(20);
  vi.advanceTimersByTime(60 * 60_000);
  await expect.poll(sizeKept).toBe(25);
});

it.each([
  { how: 'an older copy', grows: 0, fault: 'log_shorter' },
  { how: 'an older copy that has grown past what was seen', grows: 30, fault: 'not_consistent' },
])('a database put back to $how shows itself at the next sign-in, without a button', async ({ grows, fault }) => {
  const log = new SmallLog().grow(12);
  const backup = log.copy();
  const { server } = serving(log.grow(8).wait(1000));
  await show(<FindingBar />);
  stop = startLogWatch();
  signIn(ASHA);
  await expect.poll(sizeKept).toBe(20);
  forgetSession();

  server.log = backup.grow(grows, 'as it never was').wait(2000);
  signIn(RAVI);
  await expect.element(alarm()).toBeVisible();
  expect(faults()).toEqual([fault]);
  expect(sizeKept(), 'what was signed is kept').toBe(20);
});

it('says what was found, what it means, what to keep, where to report it; only its marker goes after a look', async () => {
  const log = new SmallLog().grow(12);
  const backup = log.copy();
  const { server } = serving(log.grow(8));
  signIn(ASHA);
  await watchLog();
  server.log = backup;
  await watchLog();
  await watchLog();
  expect(faults(), 'once').toEqual(['log_shorter']);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});

  await show(<FindingBar />);
  await expect.element(alarm()).toBeVisible();
  expect(alarm().getByRole('button').query(), 'nothing closes it').toBeNull();
  const view = await show(<FindingView />);
  await expect.element(page.getByRole('heading', { name: /^The log does not go on/ })).toBeVisible();
  await expect.element(page.getByText('The log has become shorter.')).toBeVisible();
  for (const heading of ['What was found', 'What it means', 'What to keep', 'Where to report it']) {
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect.poll(() => alarm().query()).toBeNull();

  await page.getByRole('button', { name: 'Get the data' }).click();
  const file = JSON.parse((await files[0]?.text()) ?? '') as {
    knew: { notes: string[] };
    verdict: { evidence: { notes: string[] } };
  };
  expect(file).toMatchObject({
    what: 'khara/evidence/1',
    verdict: { fault: 'log_shorter', expected: '20', came: '12' },
  });
  expect(
    file.verdict.evidence.notes.map((note) => note.split('\n')[1]),
    'both as they were signed',
  ).toEqual(['20', '12']);

  await page.getByRole('button', { name: 'Go on with the log as it is now' }).click();
  await expect.element(page.getByText(/^Found earlier/)).toBeVisible();
  await watchLog();
  expect(sizeKept()).toBe(12);
  expect(view.container.textContent).toContain('The log does not go on');
  await page.getByRole('button', { name: /^The log does not go on/ }).click();
  expect(files).toHaveLength(2);
});

it('receipts are claimed in the background by their own member, and a promise that is not kept is found', async () => {
  const log = new SmallLog().grow(5).say('certify');
  const { asked } = serving(log);
  const [kept, broken, ofAnother] = [log.enter('u:asha'), log.enter('u:asha'), log.enter('u:ravi')];
  kept.seal();
  signIn(ASHA);
  for (const { seal: _, ...receipt } of [kept, broken]) keepReceipts('asha', { receipt });
  keepReceipts('ravi', { list: [{ receipt: null }, { receipt: ofAnother }] });
  vi.setSystemTime(Date.now() + PROMISE_MS);
  await watchLog();
  expect(keptReceipts('asha').map(({ state }) => state)).toEqual(['proved', 'broken']);
  expect(faults()).toEqual(['promise_broken']);
  expect(asked('entryProof').map(({ id }) => id)).toEqual([kept.uid, broken.uid]);
  expect(keptReceipts('ravi')).toMatchObject([{ uid: ofAnother.uid, state: 'open' }]);
  await watchLog();
  expect(asked('entryProof'), 'what is settled is not claimed again').toHaveLength(2);

  forgetSession();
  expect(keptReceipts('asha'), 'evidence outlives the session').toHaveLength(2);
  signIn(RAVI);
  ofAnother.seal();
  await watchLog();
  expect(keptReceipts('ravi')).toMatchObject([{ state: 'proved' }]);
  useSession.setState({ token: '' });
});

it('a receipt that has just come is claimed by itself once its promise is due, and nothing is asked of it before', async () => {
  const log = new SmallLog().grow(4).say('certify');
  const { asked } = serving(log);
  signIn(ASHA);
  const receipt = log.enter('u:asha');
  receipt.seal();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  keepReceipts('asha', { receipt });
  stop = startLogWatch();
  await expect.poll(sizeKept).toBe(6);
  await watchLog();
  expect(asked('entryProof')).toEqual([]);
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => keptReceipts('asha').map(({ state }) => state)).toEqual(['proved']);
});

it('the newest two hundred receipts are kept, each once', () => {
  const log = new SmallLog();
  const receipts = Array.from({ length: 205 }, () => log.enter('u:asha'));
  keepReceipts('asha', { list: receipts.map((receipt) => ({ receipt })) });
  keepReceipts('asha', { list: [{ receipt: receipts.at(-1) }] });
  expect(keptReceipts('asha').map(({ uid }) => uid)).toEqual(receipts.slice(-200).map(({ uid }) => uid));
});

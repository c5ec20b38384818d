import { STATEMENT_CHECKS, type StatementVerdict } from '@khara/proof';
import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '#api/session.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ProofSheet, STATEMENT_CHECK_NAMES } from './proof-sheet.tsx';
import { SealButton } from './seal-button.tsx';
import { useVerification } from './verification.ts';

const ME = '7';
const checkpoint = {
  name: 'khara',
  size: 1200,
  root: new Uint8Array(32),
  timeMs: Date.parse('2026-11-25T14:32:00+05:30'),
};
const counts = { entries: 48, lines: 96, accounts: 3, billLines: 40 };
const IN_ORDER = {
  ok: true,
  counts,
  checkpoint,
  before: undefined,
  keyChanges: 0,
  known: { name: 'khara', publicKey: 'ab'.repeat(32), notes: [] },
} as unknown as StatementVerdict; // what is shown of it
const BROKEN: StatementVerdict = {
  ok: false,
  counts,
  failed: 'bill',
  fault: 'bill_mismatch',
  expected: '-100000 INR',
  came: '-90000 INR',
  evidence: { line: 12 },
};

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: { id: ME } as never }); // nothing else of it is looked at
  useVerification.setState({ running: undefined, verdict: undefined, at: 0, noAnswer: undefined, userId: '' });
});

const verdict = (found: StatementVerdict) =>
  useVerification.setState({ running: undefined, verdict: found, at: checkpoint.timeMs, userId: ME });

async function shown() {
  const server = answering({ logCheckpoint: () => refusal('no_checkpoint', 'There is none') });
  const screen = await show(
    <>
      <SealButton onPress={() => {}} />
      <ProofSheet open onClose={() => {}} />
    </>,
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { screen, seal: screen.container.querySelector('button') as HTMLButtonElement, ...server };
}
const steps = () => page.getByRole('dialog').getByRole('listitem').elements();

it('before a check the seal says what will be done, and nothing is ticked', async () => {
  const { seal } = await shown();
  expect(seal.textContent).toContain('Verify my statement');
  expect(steps()).toHaveLength(0);
});

it('while it runs it counts the lines, and tells the step and how far the whole is', async () => {
  const { seal } = await shown();
  useVerification.setState({ running: { check: 'bill', part: 0.724, lines: 1214 }, userId: ME });
  const bar = page.getByRole('progressbar', { name: 'Checking on this device' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '72');
  await expect.element(page.getByText('Step 2 of 5: The statement as it is shown')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('1,214 lines')).toBeVisible();
  expect(seal.textContent).toContain('1,214 lines');
});

it('what was checked is listed step by step, with what was compared', async () => {
  await shown();
  verdict(IN_ORDER);
  await expect.poll(() => steps().length).toBe(STATEMENT_CHECK_NAMES.length);
  await expect.element(page.getByRole('dialog').getByText(/^All \d+ lines are in the ledger$/)).toBeVisible();
  expect(steps()[0]?.textContent).toContain('48 entries in 3 accounts');
  expect(steps()[2]?.textContent).toContain('Signed by key abababab');
  await expect.element(page.getByText(/It does not show whether another person was shown another log/)).toBeVisible();
  expect(page.getByRole('dialog').element().textContent).not.toMatch(/\bsafe\b/i);
});

it('a step that fails says what was expected and what came; later ones are not reached, and the data can be had', async () => {
  const { seal } = await shown();
  verdict(BROKEN);
  await expect.poll(() => steps().length).toBe(STATEMENT_CHECK_NAMES.length);
  const [lines, bill, ...rest] = steps().map(({ textContent }) => textContent);
  expect(lines).not.toContain('Not reached');
  expect(bill).toContain('A line of the statement is not what its entry says.');
  expect(bill).toContain('Expected: -100000 INR');
  expect(bill).toContain('Came: -90000 INR');
  expect(rest.every((text) => text.includes('Not reached'))).toBe(true);
  expect(seal.textContent).toContain('Something does not agree');
  await expect.element(page.getByRole('button', { name: 'Get the data' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Ask customer service' })).toBeVisible();
});

it('the data of a failure is a file with the verdict and with what this device knew', async () => {
  await shown();
  verdict(BROKEN);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await page.getByRole('button', { name: 'Get the data' }).click();
  await expect.poll(() => files.length).toBe(1);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    what: 'khara/evidence/1',
    verdict: { failed: 'bill', expected: '-100000 INR', evidence: { line: 12 } },
  });
});

it('a check without a complete answer says nothing either way', async () => {
  answering({
    logCheckpoint: () => refusal('no_checkpoint', 'There is none'),
    accountChain: () => refusal('invalid_input', 'The system is busy'),
    bill: () => refusal('invalid_input', 'The system is busy'),
  });
  await show(<ProofSheet open onClose={() => {}} />);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText(/says nothing either way: The system is busy/)).toBeVisible();
  expect(steps()).toHaveLength(0);
});

it('names the checks in the order in which they are made', () => {
  expect(STATEMENT_CHECK_NAMES).toEqual(STATEMENT_CHECKS);
});

it('the hashes of a checkpoint are one tap behind what it says', async () => {
  const note = ['khara.example', '5', 'A'.repeat(44), 'time 1795963534177', ''].join('\n');
  answering({ logCheckpoint: () => ({ note, name: 'khara.example', size: 12_345, publicKey: 'b'.repeat(64) }) });
  await show(<ProofSheet open onClose={() => {}} />);
  await expect.element(page.getByText('12,345')).toBeVisible();
  const hash = page.getByText('b'.repeat(64));
  await expect.element(hash).not.toBeVisible();
  await page.getByText('The log, its root and its key').click();
  await expect.element(hash).toBeVisible();
});

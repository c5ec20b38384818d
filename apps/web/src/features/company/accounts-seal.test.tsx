import type { Data } from '@khara/contract';
import { accountsRoot, derivePublicKey, hex, recordLeaf, signCheckpoint, treeRoot, unhex } from '@khara/proof';
import { beforeEach, expect, it, vi } from 'vitest';
import { setMarket } from '#api/market-clock.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AccountsSeal } from './accounts-seal.tsx';

beforeEach(() => {
  localStorage.clear();
  toDay(DAY);
});

const SEED = new Uint8Array(32).fill(7);
const [DAY, DAY_BEFORE] = ['2026-11-27', '2026-11-26'];
const CODE = 'SUKSHMA';

const toDay = (marketDate: string): void =>
  setMarket({
    profile: 'compressed',
    session: 'open',
    marketTime: `${marketDate}T11:00:00+05:30`,
    marketDate,
    at: Date.now(),
    nextChangeAt: Date.now() + 60_000,
    speed: 30,
  });

const LINES = { revenue: '1000.00', profit: '120.00' };
const QUARTERS = [
  {
    quarter: '2026-09-30',
    publishedOn: '2026-11-12',
    profitAndLoss: LINES,
    balance: { cash: '300.00' },
    cashFlow: { change: '1.00' },
    holders: { promoter: '70.00' },
    dividends: '0.00',
    notes: { rights: '0.00' },
    expected: LINES,
  },
] as unknown as Data<'company'>['quarters']; // some of its lines
const SEALED = { marketDate: DAY, before: '00'.repeat(32), index: 0, size: 1, path: [] };

/** The record of a day's opening as the newest of a log of one record. */
function openingOf(quarters: Data<'company'>['quarters'], code = CODE, marketDate = DAY): Data<'dayProof'> {
  const companies = hex(accountsRoot(code, unhex(SEALED.before), quarters, { index: 0, size: 1, path: [] })!);
  const record = {
    uid: '01900000-0000-7000-8000-000000000001',
    type: 'market.session',
    at: 1_795_000_000_000,
    json: JSON.stringify({ session: 'opening', marketDate, companies }),
  };
  const salt = new Uint8Array(16).fill(3);
  const leaf = recordLeaf({ ...record, salt });
  const note = signCheckpoint({ name: 'khara/small', size: 1, root: treeRoot([leaf]), timeMs: record.at }, SEED);
  return {
    record: { ...record, salt: hex(salt), leaf: hex(leaf), index: 0, size: 1, path: [], note },
    log: { name: 'khara/small', publicKey: hex(derivePublicKey(SEED)) },
  };
}

async function shown(
  proof: () => Data<'dayProof'> | Response,
  quarters = QUARTERS,
  sealed: Data<'company'>['sealed'] = SEALED,
) {
  answering({ dayProof: proof });
  const again = vi.fn<() => Promise<unknown>>(async () => undefined);
  const screen = await show(<AccountsSeal code={CODE} quarters={quarters} sealed={sealed} again={again} />);
  return Object.assign(screen, { again });
}

it('is gold when this device computes from the figures what the signed log says', async () => {
  const screen = await shown(() => openingOf(QUARTERS));
  await expect.element(screen.getByText('Equal to the signed log, line 0')).toBeVisible();
});

it('says expected and found where a figure is another', async () => {
  const other = [{ ...QUARTERS[0]!, dividends: '0.01' }];
  const screen = await shown(() => openingOf(QUARTERS), other);
  await expect.element(screen.getByText('These figures are not those of the signed log')).toBeVisible();
  await expect.element(screen.getByText(/^Expected: [0-9a-f]{64}$/)).toBeVisible();
});

it('is not gold for the accounts of another company, which are in the log', async () => {
  const screen = await shown(() => openingOf(QUARTERS, 'AMBUDHI'));
  await expect.element(screen.getByText('These figures are not those of the signed log')).toBeVisible();
});

it('is not gold for what a record of an earlier day has, and asks for the figures again', async () => {
  const sealed = { ...SEALED, marketDate: DAY_BEFORE };
  const screen = await shown(() => openingOf(QUARTERS, CODE, DAY_BEFORE), QUARTERS, sealed);
  await expect.element(screen.getByText(/figures of another market day than today/)).toBeVisible();
  expect(screen.again).toHaveBeenCalledOnce();
});

it('is not gold any more once the market goes on to the next day', async () => {
  const screen = await shown(() => openingOf(QUARTERS));
  await expect.element(screen.getByText('Equal to the signed log, line 0')).toBeVisible();
  toDay('2026-11-30');
  await expect.element(screen.getByText('Not compared with the signed log')).toBeVisible();
});

it('says that figures without a seal are not compared', async () => {
  const screen = await shown(() => openingOf(QUARTERS), QUARTERS, null);
  await expect.element(screen.getByText('The server sent nothing to compare these figures with.')).toBeVisible();
});

it.each([
  ['no path', { ...SEALED, path: [], size: 2 }],
  ['a head cut short', { ...SEALED, before: '' }],
  ['an index outside', { ...SEALED, index: 1 }],
])('is not gold for a broken seal: %s', async (_, sealed) => {
  const screen = await shown(() => openingOf(QUARTERS), QUARTERS, sealed);
  await expect.element(screen.getByRole('button', { name: 'Compare again' })).toBeVisible();
  await expect.element(screen.getByText(/^Equal to/)).not.toBeInTheDocument();
});

it('is not gold where the newest quarter is left out', async () => {
  const more = [...QUARTERS, { ...QUARTERS[0]!, quarter: '2026-12-31' }];
  const screen = await shown(() => openingOf(more));
  await expect.element(screen.getByText('These figures are not those of the signed log')).toBeVisible();
});

it('says that a record is not signed by the log’s key', async () => {
  const { record, log } = openingOf(QUARTERS);
  const publicKey = hex(derivePublicKey(new Uint8Array(32).fill(8)));
  const screen = await shown(() => ({ record, log: { ...log, publicKey } }));
  await expect.element(screen.getByText('These figures are not those of the signed log')).toBeVisible();
});

it('claims nothing before the log has the record, and compares again', async () => {
  let proof: Data<'dayProof'> = { ...openingOf(QUARTERS), record: null };
  const screen = await shown(() => proof);
  await expect.element(screen.getByText('Not compared with the signed log')).toBeVisible();
  proof = openingOf(QUARTERS);
  await screen.getByRole('button', { name: 'Compare again' }).click();
  await expect.element(screen.getByText('Equal to the signed log, line 0')).toBeVisible();
});

it('says why there was no answer', async () => {
  const screen = await shown(() => refusal('no_order_log', 'There is no such day.'));
  await expect.element(screen.getByText('There is no such day.')).toBeVisible();
});

import { openHash, runDraw, seedHash, whoHash, type OpenOffering } from '@khara/lottery';
import {
  hex,
  inclusionPath,
  derivePublicKey,
  recordLeaf,
  signCheckpoint,
  treeRoot,
  type LogRecord,
} from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { checkDraw, READER_STEPS, type DeviceFacts, type PublishedDraw } from './check-draw.ts';
import { STEP_NAMES } from './draw-steps.tsx';

const ID = 'IPO-DEMO-0';
const SIMULATED = 40;
const seed = new Uint8Array(32).fill(7);
const open: OpenOffering = {
  offeringId: ID,
  shares: 100,
  sharesPerLot: 10,
  minLots: 1,
  maxLots: 13,
  closesAt: 1_795_000_000_000,
  entropy: { kind: 'none', chain: '', round: 0 },
  seedHash: seedHash(ID, seed),
};

const LOG = 'khara/test';
const logSecret = new Uint8Array(32).fill(9);
const logKey = { name: LOG, publicKey: hex(derivePublicKey(logSecret)) };

/** The log of nothing but these records, which says each of them in its order. */
function logOf(...said: readonly (readonly [type: string, says: object])[]): NonNullable<PublishedDraw['openProof']>[] {
  const salt = new Uint8Array(16).fill(3);
  const records = said.map(([type, says], k): LogRecord => ({
    uid: `00000000-0000-4000-8000-00000000000${k}`,
    type,
    at: 1_795_000_000_000 + k,
    salt,
    json: JSON.stringify(says),
  }));
  const leaves = records.map((record) => recordLeaf(record));
  const size = leaves.length;
  const note = signCheckpoint({ name: LOG, size, root: treeRoot(leaves), timeMs: 1_795_000_001_000 }, logSecret);
  return records.map((record, index) => ({
    ...record,
    salt: hex(salt),
    leaf: hex(recordLeaf(record)),
    index,
    size,
    path: inclusionPath(leaves, index).map(hex),
    note,
  }));
}

/** A finished draw as it is published: forty simulated applicants and one member, who sent the number "mine". */
function published(): PublishedDraw {
  const simulated = Array.from({ length: SIMULATED }, (_, k) => ({
    applicationId: `${ID}-${String(k + 1).padStart(6, '0')}`,
    lots: 1 + (k % 5),
    who: whoHash(`sim:${k}`, `sim-${ID}-${k}`),
    sim: k,
  }));
  const mine = { applicationId: `${ID}-000099`, lots: 2, who: whoHash('me', 'mine') };
  const applications = [...simulated, mine];
  const draw = runDraw({ open, seed, applications });
  const { seedHash: sealed, ...terms } = open;
  const [openProof = null, closeProof = null, resultProof = null] = logOf(
    [
      'offering.open',
      { offeringId: ID, openHash: hex(openHash(open)), seedHash: hex(sealed), closesAt: open.closesAt },
    ],
    ['draw.close', { offeringId: ID, listRoot: hex(draw.listRoot), seed: hex(seed), n: applications.length }],
    ['draw.result', { offeringId: ID, mode: draw.mode, entropyValue: '00'.repeat(32) }],
  );
  return {
    version: 'khara/draw/1',
    open: { ...terms, seedHash: hex(sealed) },
    openHash: hex(openHash(open)),
    openProof,
    seed: hex(seed),
    applications: applications.map(({ who, ...rest }) => ({ ...rest, who: hex(who) })),
    count: applications.length,
    listRoot: hex(draw.listRoot),
    closeProof,
    drawAt: 0,
    entropyValue: '00'.repeat(32),
    drandSignature: null,
    mode: draw.mode,
    allotted: Object.fromEntries(draw.allotted),
    resultProof,
    log: logKey,
    assurance: 'tamper_evident',
    state: 'pending_listing',
    myApplicationId: mine.applicationId,
  };
}

const known: DeviceFacts = {
  userId: 'me',
  requestIds: ['another try', 'mine'],
  commitments: [],
  serverRequestId: undefined,
  applicationId: `${ID}-000099`,
  log: logKey,
};

it('names the steps in the order in which they are shown', () => {
  expect(STEP_NAMES).toEqual(READER_STEPS);
});

describe('a draw that was held as published', () => {
  it('agrees in every step that can be compared, and finds the reader by the number of this device', () => {
    const proof = published();
    const check = checkDraw(proof, { ...known, commitments: [proof.openHash] });
    expect(check.steps).toEqual({
      sealed: 'holds',
      list: 'holds',
      yours: 'holds',
      simulated: 'holds',
      seed: 'holds',
      entropy: 'absent',
      result: 'holds',
      log: 'holds',
    });
    expect(check).toMatchObject({ holds: true, sealSeen: true, count: 41, simulated: 40, winners: 10, lastWinner: 10 });
    const { rank = 0, shares, byDevice } = check.own ?? {};
    expect(byDevice).toBe(true);
    expect(shares).toBe(rank <= 10 ? 10 : 0);
  });

  it('says when the number came from the server', () => {
    const check = checkDraw(published(), { ...known, requestIds: [], serverRequestId: 'mine' });
    expect(check.own?.byDevice).toBe(false);
  });

  it('has nothing to look for when the reader did not apply', () => {
    const check = checkDraw(published(), { ...known, userId: undefined, applicationId: null });
    expect(check.steps.yours).toBe('absent');
    expect(check.holds).toBe(true);
  });
});

describe('what the log does not have', () => {
  const nothing = { openProof: null, closeProof: null, resultProof: null };

  it('is not proved, although the result follows', () => {
    const check = checkDraw({ ...published(), ...nothing }, known);
    const unproved = { sealed: 'unproved', list: 'unproved', result: 'unproved', log: 'unproved' };
    expect(check).toMatchObject({ holds: false, steps: { ...unproved, yours: 'holds', seed: 'holds' } });
  });

  it.each([
    ['openProof', 'sealed'],
    ['closeProof', 'list'],
    ['resultProof', 'result'],
  ] as const)('is seen of each record: %s', (record, step) => {
    const check = checkDraw({ ...published(), [record]: null }, known);
    const { steps } = check;
    expect([check.holds, steps[step], steps.log]).toEqual([false, 'unproved', 'unproved']);
    expect(Object.values(steps).filter((verdict) => verdict === 'unproved')).toHaveLength(2);
  });

  it('is no excuse for what does not agree', () => {
    const check = checkDraw({ ...published(), ...nothing, seed: '01'.repeat(32) }, known);
    expect(check.steps).toMatchObject({ seed: 'fails', result: 'fails' });
  });

  it('is left open on a device that follows no log: the records are compared, their signature is not', () => {
    const check = checkDraw(published(), { ...known, log: undefined });
    expect(check).toMatchObject({ holds: true, steps: { sealed: 'holds', log: 'absent' } });
  });

  it('shows when another log signed', () => {
    const check = checkDraw(published(), { ...known, log: { name: LOG, publicKey: '00'.repeat(32) } });
    expect(check).toMatchObject({ holds: false, steps: { log: 'fails' } });
  });
});

describe('a change shows', () => {
  it('another seal than the one this device was shown', () => {
    const check = checkDraw(published(), { ...known, commitments: ['ab'.repeat(32)] });
    expect(check.steps.sealed).toBe('fails');
    expect(check.compared.sealed?.expected).toBe('ab'.repeat(32));
    expect(check.holds).toBe(false);
  });

  it('the reader left out of the list', () => {
    const proof = published();
    const check = checkDraw({ ...proof, applications: proof.applications.slice(0, -1) }, known);
    expect(check.steps).toMatchObject({ list: 'fails', yours: 'fails', result: 'fails' });
  });

  it('a friend hidden among the simulated', () => {
    const proof = published();
    const [first, ...rest] = proof.applications;
    if (!first) throw new Error('there are forty');
    const check = checkDraw(
      { ...proof, applications: [{ ...first, who: hex(whoHash('friend', 'x')) }, ...rest] },
      known,
    );
    expect(check.steps.simulated).toBe('fails');
  });

  it('one share more for an applicant', () => {
    const proof = published();
    const check = checkDraw({ ...proof, allotted: { ...proof.allotted, [`${ID}-000001`]: 20 } }, known);
    expect(check.steps.result).toBe('fails');
    expect(check.steps.seed).toBe('holds');
  });

  it('another seed', () => {
    const check = checkDraw({ ...published(), seed: '01'.repeat(32) }, known);
    expect(check.steps).toMatchObject({ seed: 'fails', result: 'fails' });
  });
});

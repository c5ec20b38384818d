import { hex, recordLeaf } from '@khara/proof';
import { expect, it } from 'vitest';
import { firstRoundAt, QUICKNET, roundTimeMs } from './beacon.ts';
import { checkDrawRecords } from './log-records.ts';
import type { PublishedProof } from './read-proof.ts';

const ZEROS = '00'.repeat(32);
const closesAt = 1_790_000_000_000;
const round = firstRoundAt(closesAt + 30_000);

/** A proof whose list was written into the log at an instant, the log's only record. */
function listedAt(at: number, kind: 'drand' | 'witness' | 'none' = 'drand', dueAt?: number) {
  const proof: PublishedProof = {
    version: 'khara/draw/1',
    open: {
      offeringId: 'IPO-1',
      shares: 10,
      sharesPerLot: 10,
      minLots: 1,
      maxLots: 1,
      closesAt,
      entropy:
        kind === 'none'
          ? { kind, chain: '', round: 0 }
          : { kind, chain: kind === 'drand' ? QUICKNET.chain : ZEROS, round },
      seedHash: ZEROS,
    },
    openHash: ZEROS,
    seed: ZEROS,
    entropyValue: ZEROS,
    applications: [],
    listRoot: ZEROS,
    mode: 'full_allotment',
    allotted: {},
  };
  const json = JSON.stringify({ offeringId: 'IPO-1', n: 0, listRoot: ZEROS, seed: ZEROS });
  const record = { uid: '01900000-0000-7000-8000-000000000001', type: 'draw.close', at, salt: '00'.repeat(16), json };
  const leaf = recordLeaf({ ...record, salt: new Uint8Array(16) });
  const note = `khara/test\n1\n${Buffer.from(leaf).toString('base64')}\ntime ${at}\n\n`;
  const closeProof = { ...record, leaf: hex(leaf), index: 0, size: 1, path: [], note };
  const openProof = dueAt === undefined ? null : { ...closeProof, json: JSON.stringify({ roundDueAt: dueAt }) };
  return checkDrawRecords({ ...proof, openProof, closeProof }).closeProof;
}

it('a list that came when the round of its draw was out does not hold: applications could have been chosen to win', () => {
  expect(listedAt(closesAt + 500)).toBe('holds');
  expect(listedAt(roundTimeMs(round))).toBe('holds');
  expect(listedAt(roundTimeMs(round) + 1)).toBe('fails');
  // Without outside entropy there is nothing to be early for, and the page says what that means.
  expect(listedAt(roundTimeMs(round) + 1, 'none')).toBe('holds');
});

it('with a witness the same is seen by the instant that was sealed with its round', () => {
  const due = closesAt + 40_000;
  expect(listedAt(due, 'witness', due)).toBe('holds');
  expect(listedAt(due + 1, 'witness', due)).toBe('fails');
  expect(listedAt(closesAt, 'witness', closesAt + 29_999), 'a round that leaves the list no time').toBe('fails');
  expect(listedAt(due + 1, 'witness'), 'sealed before records said so').toBe('holds');
});

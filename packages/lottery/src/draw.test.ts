import { hex, unhex } from '@khara/proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listLeaves } from './draw-list.ts';
import {
  allot,
  below,
  DrawWords,
  earlierWitness,
  openHash,
  proRataShare,
  runDraw,
  seedHash,
  verifyDraw,
  whoHash,
  winningLots,
  type Application,
  type DrawProof,
  type DrawStep,
  type OpenOffering,
} from './index.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const entropy = unhex('b7b40e2a9925a22bd40afa3155f28153f9c54132e89c9e3f93eaf5fd343bf22c');
const applications: readonly Application[] = [1, 2, 5, 3, 1].map((lots, index) => ({
  applicationId: `IPO-DEMO-00000${index + 1}`,
  lots,
  who: whoHash(`u${index + 1}`, `demo-request-${index + 1}`),
}));

const offering = (shares: number): OpenOffering => ({
  offeringId: 'IPO-DEMO',
  shares,
  sharesPerLot: 10,
  minLots: 1,
  maxLots: 13,
  closesAt: 1_767_225_600_000,
  entropy: {
    kind: 'witness',
    chain: 'e4d37c892d842a0c551f550f5f9301dd97b2c5c676c1e4b5c77506f1e3c6de64',
    round: 2,
  },
  seedHash: seedHash('IPO-DEMO', seed),
});

const half = (value: number): string => value.toString(16).padStart(8, '0');

function proofOf(shares: number): DrawProof {
  const open = offering(shares);
  const draw = runDraw({ open, seed, entropy, applications });
  const { listRoot, mode, allotted } = draw;
  return { open, openHash: openHash(open), seed, entropyValue: entropy, applications, listRoot, mode, allotted };
}

describe('the worked draw', () => {
  it('commits to seed, applicants and list', () => {
    expect(hex(seedHash('IPO-DEMO', seed))).toBe('0715a8ee62951831a45e9be35bfa0d24d5b9f2c87bf0c17bcc1bd6830deddbc0');
    expect(hex(earlierWitness(earlierWitness(entropy)))).toBe(offering(1).entropy.chain);
    expect(hex(listLeaves(applications.slice(0, 1)))).toBe(
      'ef5bbba71ed5de556fd316572f59c320bd61160127776989fe164e9e64e2bb00',
    );
  });

  it.each([
    [37, '1 2 5 3 4', 'draw_of_lots', [10, 10, 0, 0, 10]],
    [75, '1 3 2 5 4', 'minimum_lot_to_all_then_prorata', [10, 14, 24, 17, 10]],
    [200, '1 5 3 4 2', 'full_allotment', [10, 20, 50, 30, 10]],
  ] as const)('of %i shares puts them in the order %s: %s', (shares, order, mode, allotted) => {
    const draw = runDraw({ open: offering(shares), seed, entropy, applications });
    expect(draw.order.map((id) => id.slice(-1)).join(' ')).toBe(order);
    expect(draw.mode).toBe(mode);
    expect([...draw.allotted.values()]).toEqual(allotted);
  });

  it('starts from these words', () => {
    const { key } = runDraw({ open: offering(37), seed, entropy, applications });
    const stream = new DrawWords(key);
    const words = Array.from({ length: 4 }, () => {
      stream.next();
      return half(stream.high) + half(stream.low);
    });
    expect(words).toEqual(['18c126ecd9d2a023', 'a0f4b4c262e7cd1e', '5175dd719cffc50e', '563a791ea446701f']);
  });

  it('does not depend on the order in which the list is handed over', () => {
    const reversed = runDraw({ open: offering(37), seed, entropy, applications: applications.toReversed() });
    expect(reversed).toEqual(runDraw({ open: offering(37), seed, entropy, applications }));
  });

  it('sorts ids by their bytes, not by the units of a text', () => {
    const who = applications[0]!.who;
    const pair = ['\u{ffff}', '\u{1f600}'].map((applicationId) => ({ applicationId, lots: 1, who }));
    const { list } = runDraw({ open: offering(37), seed, entropy, applications: pair });
    expect(list.map(({ applicationId }) => applicationId)).toEqual(['\u{ffff}', '\u{1f600}']);
  });

  it('passes over words that would make low numbers likelier', () => {
    const lows = [2 ** 32 - 6, 2 ** 32 - 7, 2 ** 32 - 1, 19];
    const words = {
      high: 0,
      low: 0,
      next: () => Object.assign(words, { high: lows.length > 1 ? 2 ** 32 - 1 : 0, low: lows.shift() }),
    };
    expect([below(10, words), below(10, words)]).toEqual([9, 9]);
  });
});

describe('a published draw', () => {
  it('holds when every step does', () => {
    for (const shares of [37, 75, 200]) expect(verifyDraw(proofOf(shares)).holds).toBe(true);
  });

  const proof = proofOf(37);
  const oneLot = { ...applications[0]!, lots: 2 };
  it.each<[string, Partial<DrawProof>, DrawStep]>([
    ['another seed', { seed: seed.with(0, 16) }, 'seed_matches_commitment'],
    ['a seed of the wrong length', { seed: seed.slice(1) }, 'seed_matches_commitment'],
    ['other terms', { open: { ...proof.open, shares: 38 } }, 'terms_match_commitment'],
    ['another entropy', { entropyValue: seed }, 'entropy_is_of_its_round'],
    ['lots raised', { applications: [oneLot, ...applications.slice(1)] }, 'list_matches_root'],
    [
      'an application more',
      { applications: [...applications, { ...oneLot, applicationId: 'IPO-DEMO-000006' }] },
      'list_matches_root',
    ],
    ['an application twice', { applications: [...applications, oneLot] }, 'applications_are_valid'],
    ['more lots than allowed', { applications: [{ ...oneLot, lots: 14 }] }, 'applications_are_valid'],
    ['another mode', { mode: 'full_allotment' }, 'mode_follows'],
    [
      'a share moved',
      { allotted: new Map([...proof.allotted, ['IPO-DEMO-000001', 9], ['IPO-DEMO-000002', 11]]) },
      'allotment_follows',
    ],
  ])('with %s fails at its step', (_, change, step) => {
    const verdict = verifyDraw({ ...proof, ...change });
    expect(verdict.holds).toBe(false);
    expect(verdict.steps[step]).toBe(false);
  });
});

describe('allotment', () => {
  const asks = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 60 });

  it('gives away no more than there is, to each no more than they asked, and wastes less than a minimum lot', () => {
    fc.assert(
      fc.property(asks, fc.integer({ min: 10, max: 5_000 }), (lots, shares) => {
        const ordered = lots.map((count) => count * 10);
        const { mode, allotted } = allot({ shares, minimumShares: 10 }, ordered);
        const given = allotted.reduce((sum, each) => sum + each, 0);
        const asked = ordered.reduce((sum, each) => sum + each, 0);
        expect(given).toBeLessThanOrEqual(shares);
        allotted.forEach((each, rank) => expect(each).toBeLessThanOrEqual(ordered[rank]!));
        if (mode === 'full_allotment') expect(given).toBe(asked);
        if (mode === 'draw_of_lots') expect(shares - given).toBeLessThan(10);
        if (mode === 'minimum_lot_to_all_then_prorata') {
          expect(given).toBe(shares);
          for (const each of allotted) expect(each).toBeGreaterThanOrEqual(10);
        }
      }),
    );
  });

  it('in proportion gives the shares that the example of the law gives', () => {
    // SEBI ICDR 2018, schedule XIV, part A, example A: all get 20, and the rest goes by what was asked beyond that.
    const demand = { shares: 3_500_000, minimumShares: 20, applicants: 100_000, sharesAsked: 14_000_000 };
    const shares = [320, 220, 120, 60, 20].map((asked) => proRataShare(demand, asked));
    expect(shares).toEqual([
      { shares: 58, isUp: true },
      { shares: 45, isUp: false },
      { shares: 33, isUp: true },
      { shares: 25, isUp: false },
      { shares: 20, isUp: false },
    ]);
    // A half goes up.
    expect(proRataShare({ shares: 30, minimumShares: 10, applicants: 2, sharesAsked: 40 }, 11).shares).toBe(11);
  });

  it('takes back from the last in order what rounding gave too much', () => {
    const five = Array.from({ length: 5 }, () => 20);
    expect(allot({ shares: 53, minimumShares: 10 }, five).allotted).toEqual([11, 11, 11, 10, 10]);
  });

  it('of a lot gives one chance to each applicant, whatever they asked for', () => {
    const wins = new Map<string, number>();
    for (let round = 0; round < 400; round += 1) {
      const draw = runDraw({
        open: offering(20),
        seed: seed.with(0, round % 256),
        entropy: seed.with(1, round >> 8),
        applications,
      });
      for (const [id, shares] of draw.allotted) wins.set(id, (wins.get(id) ?? 0) + winningLots(shares, 10));
    }
    // 400 draws of 2 among 5: 160 each; four standard deviations are 39.
    for (const count of wins.values()) expect(Math.abs(count - 160)).toBeLessThan(40);
  });
});

describe('entropy', () => {
  it('of no kind is zeros, and may not be anything else', () => {
    const open: OpenOffering = { ...offering(37), entropy: { kind: 'none', chain: '', round: 0 } };
    const zeros = new Uint8Array(32);
    const draw = runDraw({ open, seed, applications });
    const proof: DrawProof = { ...proofOf(37), ...draw, open, openHash: openHash(open), entropyValue: zeros };
    expect(verifyDraw(proof).holds).toBe(true);
    expect(verifyDraw({ ...proof, entropyValue: zeros.with(0, 1) }).steps.entropy_is_of_its_round).toBe(false);
  });

  it('of the beacon needs its signature', () => {
    const open: OpenOffering = { ...offering(37), entropy: { kind: 'drand', chain: 'x', round: 1 } };
    expect(verifyDraw({ ...proofOf(37), open, openHash: openHash(open) }).steps.entropy_is_of_its_round).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { playRound, STYLES } from '#test/simulation/collusion.ts';

/** COLLUSION_ROUNDS makes it a longer one; `npm run market-facts -- collusion` plays ten thousand. */
const ROUNDS = Number(process.env['COLLUSION_ROUNDS'] ?? 12);
/** Seeds of the attack that minted two to five crore with a margin of a fifth and no limit price protection. */
const MINTED = [1501, 2681, 3861, 5041, 7401, 9761];

/** Positions of any size, as a market that halts or an empty book can leave them. */
const UNLIMITED = { isLimited: false };

/** Seeds of rounds over nights in which a purchase is not delivered. */
const NOT_DELIVERED = [120, 135, 177, 216, 218, 242];
/** Seeds of rounds whose position, left over a demerger, lost crores where its account itself could close it. */
const LEFT_OVER_DEMERGERS = [494, 629, 2049, 3860, 4769, 9566];

describe('accounts of one person together', () => {
  it.each(STYLES)('have no more than they put in and what others lost to them, by rounds of the kind: %s', (style) => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const { absorbedBeyondCharges, uncovered, have, putIn, fromOthers } = playRound(7_919 * seed + 11, style);
      expect(absorbedBeyondCharges).toBe(0n);
      expect(uncovered).toBe(0n);
      expect(have).toBeLessThanOrEqual(putIn + fromOthers);
    }
  });

  it('gain nothing by an ex-date over which a day left their positions open, whatever the company decides', () => {
    let leftOver = 0;
    for (let seed = 0; seed < 2 * ROUNDS; seed += 1) {
      const round = playRound(104_729 * seed + 7, 'left_over', 3, UNLIMITED);
      leftOver += round.leftOver;
      // Parts of a paisa of each account and night are rounded.
      expect(round.byActions).toBeLessThanOrEqual(BigInt(4 * round.accounts * round.days));
    }
    expect(leftOver).toBeGreaterThan(ROUNDS);
  });

  it('leave open over a night what a day cannot close only where nothing limits its size', () => {
    const roundsWithLeft = (limit?: typeof UNLIMITED) =>
      Array.from({ length: ROUNDS }, (_, seed) => playRound(7_919 * seed + 11, 'left_over', 3, limit)).filter(
        ({ leftOver }) => leftOver > 0,
      ).length;
    expect(roundsWithLeft()).toBe(0);
    expect(roundsWithLeft(UNLIMITED)).toBeGreaterThanOrEqual(ROUNDS / 3);
  });

  it('lose no more than they have over a demerger: the system alone closes what a day left over', () => {
    for (const seed of LEFT_OVER_DEMERGERS) {
      const { leftOver, absorbed, uncovered } = playRound(seed, undefined, 3, UNLIMITED);
      expect(leftOver).toBeGreaterThan(0);
      expect([absorbed, uncovered]).toEqual([0n, 0n]);
    }
  });

  it('hold shares over nights, and buy some that are not delivered', () => {
    for (const seed of NOT_DELIVERED) {
      const { undelivered, carried, have, putIn, fromOthers } = playRound(seed, 'overnight', 3, UNLIMITED);
      expect(carried).toBeGreaterThan(0);
      expect(undelivered).toBeGreaterThan(0);
      expect(have).toBeLessThanOrEqual(putIn + fromOthers);
    }
  });

  it.each([1, 2, 3] as const)(
    'hope for less of close-outs than their purchases cost, in shares of group %i',
    (group) => {
      for (const style of ['overnight', 'close_out'] as const)
        for (let seed = 0; seed < ROUNDS; seed += 1) {
          const { hopedOfCloseOuts, chargesOfPurchases, have, putIn, fromOthers } = playRound(
            7_919 * seed + 11,
            style,
            group,
          );
          expect(hopedOfCloseOuts).toBeLessThanOrEqual(chargesOfPurchases);
          expect(have).toBeLessThanOrEqual(putIn + fromOthers);
        }
    },
  );

  it('mint nothing where a margin of a fifth let them mint crores', () => {
    for (const seed of MINTED) {
      const { absorbed, have, putIn } = playRound(seed, 'sweep', 3, UNLIMITED);
      expect(absorbed).toBe(0n);
      expect(have).toBeLessThan(putIn);
    }
  });
});

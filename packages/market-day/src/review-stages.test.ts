import { describe, expect, test } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { withStages } from './review-stages.ts';
import { fixedBandPercent, issuerSeries, surveillanceStage } from './series-of.ts';

const { issuers } = readUniverse();
const named = (code: string) => issuers.find((issuer) => issuer.code === code)!;
const calm = named('ACHALGARH');
const watched = named('PATTIMAR');
const derivative = named('AAMRAI');
const days = (...closes: number[]) => new Map([[calm.code, closes]]);
const review = (marketDay: number, earlier: readonly (typeof calm)[], closes: ReadonlyMap<string, readonly number[]>) =>
  withStages(issuers, { marketDay, earlier, closes }).find(({ code }) => code === calm.code)!;

describe('stages of surveillance between two market days', () => {
  test('a share that moved by a quarter in five days enters, and leaves after a calm week', () => {
    const entered = review(6, issuers, days(100, 100, 100, 100, 100, 126));
    expect(entered.surveillance).toEqual({ stage: 'asm_short_1', since: 6 });
    const stays = review(7, [entered], days(100, 100, 100, 100, 126, 126));
    expect(stays.surveillance).toEqual({ stage: 'asm_short_1', since: 6 });
    const left = review(11, [stays], days(126, 126, 126, 126, 126, 126));
    expect(left.surveillance).toEqual({ stage: null, since: 11 });
    expect(surveillanceStage(left)).toBeUndefined();
  });

  test('a fund has none, however it moves', () => {
    const fund = named('KHARAFIFTY');
    const closes = new Map([[fund.code, [100, 100, 100, 100, 100, 200]]]);
    const after = withStages(issuers, { marketDay: 6, earlier: issuers, closes });
    expect(after.find(({ code }) => code === fund.code)).toEqual(fund);
  });

  test('a share with derivatives has none, however it moves', () => {
    const closes = new Map([[derivative.code, [100, 100, 100, 100, 100, 200]]]);
    const after = withStages(issuers, { marketDay: 6, earlier: issuers, closes });
    expect(after.find(({ code }) => code === derivative.code)).toEqual(derivative);
  });

  test('a day before stages were kept is followed by those of the universe', () => {
    const earlier = issuers.map(({ code }) => ({ code }));
    const after = withStages(issuers, { marketDay: 40, earlier, closes: new Map() });
    expect(after.find(({ code }) => code === watched.code)!.surveillance).toEqual({ stage: 'asm_long_4', since: 40 });
  });

  test('the universe is no way back into a stage that the market took a share out of', () => {
    const earlier = [{ code: watched.code, surveillance: { stage: null, since: 3 } }];
    const after = withStages(issuers, { marketDay: 9, earlier, closes: new Map() });
    expect(after.find(({ code }) => code === watched.code)!.surveillance).toEqual({ stage: null, since: 3 });
  });

  test('the stage decides series and band', () => {
    expect([issuerSeries(watched, '2026-11-26'), fixedBandPercent(watched, '2026-11-26')]).toEqual(['BE', 5]);
    expect([issuerSeries(calm, '2026-11-26'), fixedBandPercent(calm, '2026-11-26')]).toEqual(['EQ', 20]);
    expect(fixedBandPercent(derivative, '2026-11-26')).toBeUndefined();
  });
});

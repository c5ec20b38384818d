import { describe, expect, test } from 'vitest';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { listingStrategies, liveListings } from './listings.ts';
import { mean } from './statistics.ts';
import { mayEarn } from './strategy.ts';

/** Every fourth company, always over the same days: what holds once holds always. */
const issuers = readUniverse().issuers.filter((issuer, at) => !issuer.suspended && !isFund(issuer) && at % 4 === 0);
const listings = liveListings(issuers, { days: 8, seed: 7n });
const gainOf = ({ bid, issuePrice }: (typeof listings)[number]) => bid / issuePrice - 1;
const among = (least: number, most: number) =>
  listings.filter(({ demandHundredths }) => demandHundredths >= least && demandHundredths < most);

describe('new issues', () => {
  test('list where demand for them was: below their price when few wanted them, above when many did', () => {
    expect(mean(among(0, 100).map(gainOf))).toBeLessThan(-0.07);
    expect(mean(among(100, 300).map(gainOf))).toBeLessThan(0);
    expect(mean(among(1_000, 10_000).map(gainOf))).toBeGreaterThan(0.05);
    const losing = listings.filter((listing) => gainOf(listing) < 0).length / listings.length;
    expect(losing).toBeGreaterThan(0.25);
    expect(losing).toBeLessThan(0.55);
  });

  test('trade 30 to 60 % of what was sold on their first day, more of what many wanted', () => {
    const turnover = (of: typeof listings) => mean(of.map(({ turnover: part }) => part));
    expect(turnover(listings)).toBeGreaterThan(0.25);
    expect(turnover(listings)).toBeLessThan(0.65);
    expect(turnover(among(2_500, 10_000))).toBeGreaterThan(turnover(among(0, 200)));
  });

  test('bring nothing to those who apply for all, or buy as they begin to trade', () => {
    const earning = listingStrategies(listings).filter(mayEarn);
    expect(earning.map(({ settings }) => settings)).not.toContain('one lot asked for of every issue, drawn');
    expect(earning.map(({ settings }) => settings)).not.toContain('bought at the listing, sold at the close');
  });
});

import { describe, expect, test } from 'vitest';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { CHOSEN, offerTrips } from './offers.ts';
import { mayEarn, groupStrategies, summarizeStrategy } from './strategy.ts';

/** Every eighth share, always over the same days: what holds once holds always. */
const issuers = readUniverse().issuers.filter((issuer, at) => !issuer.suspended && !isFund(issuer) && at % 8 === 0);

describe('offers of listed shares', () => {
  const trips = [7n, 8n, 9n].flatMap((seed) => offerTrips(issuers, { days: 40, seed }));

  test('of every kind lose when each is subscribed and sold as soon as that is allowed', () => {
    const strategies = groupStrategies('offer', trips).filter(({ settings }) => !settings.endsWith(CHOSEN));
    expect(strategies).toHaveLength(4);
    expect(strategies.filter(mayEarn)).toEqual([]);
  });

  test('lose to those who apply and pay only while the share stands above the price, too', () => {
    const chosen = trips.filter(({ settings }) => settings.endsWith(CHOSEN)).map(({ bps }) => bps);
    expect(chosen.length).toBeGreaterThan(150);
    expect(mayEarn(summarizeStrategy('offer', CHOSEN, chosen))).toBe(false);
  });
});

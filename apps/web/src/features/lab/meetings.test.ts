import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readShareDay } from '@khara/market-day';
import { describe, expect, it } from 'vitest';
import { playLane } from './lane.ts';
import { meetingAt } from './meetings.ts';

const DAYS = join(import.meta.dirname, '../../../public/recorded-day/days');

describe('one trade of the recorded day', () => {
  const [file] = globSync('*.jsonl', { cwd: DAYS });
  const log = readShareDay(readFileSync(join(DAYS, file!), 'utf8').split('\n'), 'AAMRAI');
  if ('refused' in log) throw new Error(log.refused);
  const played = playLane(log);
  if ('refused' in played) throw new Error(played.refused);
  const { lane, day } = played;

  it('names the two orders of every trade, of which one waited, or in an auction both', () => {
    const count = lane.trades.length / 3;
    expect(count).toBeGreaterThan(1_000);
    expect(lane.meetings.length).toBe(6 * count);
    const auctions = new Set<string>();
    for (let at = 0; at < count; at += 1) {
      const [step, price, quantity] = lane.trades.subarray(3 * at, 3 * at + 3);
      const met = meetingAt({ trades: lane.trades.subarray(0, 3 * at + 3), meetings: lane.meetings }, step! + 1)!;
      expect(met).toMatchObject({ step, price, quantity });
      const waited = [met.buy.waited, met.sell.waited].flatMap((order) => order ?? []);
      expect(waited).toHaveLength(met.isAuction ? 2 : 1);
      for (const order of waited) {
        expect(order.sinceStep).toBeLessThanOrEqual(step!);
        expect(order.quantity).toBeGreaterThanOrEqual(quantity!);
      }
      const phase = day.phases.find(({ fromStep, toStep }) => fromStep <= step! && step! < toStep)!.phase;
      if (met.isAuction) auctions.add(phase);
    }
    expect([...auctions]).toEqual(['cas_match']);
  });

  it('is the last before the moment, and at the start of the day the first', () => {
    const noon = lane.trades[Math.floor(lane.trades.length / 6) * 3]!;
    expect(meetingAt(lane, noon)!.step).toBeLessThan(noon);
    expect(meetingAt(lane, day.firstStep)!.step).toBe(lane.trades[0]);
    expect(meetingAt({ trades: new Int32Array(), meetings: new Int32Array() }, noon)).toBeUndefined();
  });
});

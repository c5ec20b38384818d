import {
  blockBand,
  breakerAt,
  casBand,
  coolingOffMinutes,
  dynamicBand,
  flexTriggerPrice,
  listingBand,
  smeListingAuctionBand,
  staticBand,
  isOnTick,
  roundToTick,
  tickFor,
} from '@khara/rules';
import { z } from 'zod';
import { kind, RULES_AS_OF, type Suite } from './case.ts';
import { readClock, showClock } from './clock.ts';

const price = z.int();
const tick = z.int().positive();
const direction = z.enum(['up', 'down']);

const breaker = kind(
  z.object({ level_pct: z.union([z.literal(10), z.literal(15), z.literal(20)]), time: z.string() }),
  (input) => {
    const result = breakerAt(input.level_pct, readClock(input.time));
    if (result.action === 'no_halt') return { action: result.action, halt_minutes: 0, preopen_minutes: 0 };
    if (result.action === 'rest_of_day') return { action: result.action, halt_minutes: null, preopen_minutes: null };
    return {
      action: result.action,
      halt_minutes: result.haltMinutes,
      preopen_minutes: result.preopenMinutes,
      continuous_resumes_at: showClock(result.resumesAtMs),
    };
  },
);

export const bands: Suite = {
  static: kind(z.object({ base_price: price, band_pct: z.number(), tick }), (input) =>
    staticBand(input.base_price, input.band_pct, input.tick),
  ),
  dynamic_flex: kind(z.object({ base_price: price, tick, flexes: z.int(), direction }), (input) =>
    dynamicBand({ base: input.base_price, tick: input.tick, flexes: input.flexes, direction: input.direction }),
  ),
  cooling_off: kind(z.object({ flex_number: z.int(), in_last_half_hour: z.boolean() }), (input) => ({
    minutes: coolingOffMinutes(input.flex_number, input.in_last_half_hour),
  })),
  flex_trigger_price: kind(z.object({ base_price: price, flex_number: z.int(), direction, tick }), (input) => ({
    price: flexTriggerPrice({
      base: input.base_price,
      tick: input.tick,
      flexNumber: input.flex_number,
      direction: input.direction,
    }),
  })),
  cas: kind(z.object({ reference_price: price, tick }), (input) => casBand(input.reference_price, input.tick)),
  block_deal: kind(z.object({ reference_price: price, tick, day_lower: price, day_upper: price }), (input) =>
    blockBand({
      reference: input.reference_price,
      tick: input.tick,
      dayBand: { lower: input.day_lower, upper: input.day_upper },
      day: RULES_AS_OF,
    }),
  ),
  ipo_first_day: kind(
    z.object({ issue_size_crore: z.number(), issue_price: price, equilibrium_price: price.nullable(), tick }),
    (input) => {
      const band = listingBand({
        issueSizeCrore: input.issue_size_crore,
        issuePrice: input.issue_price,
        equilibriumPrice: input.equilibrium_price ?? undefined,
        tick: input.tick,
      });
      return { ...band, band_pct: band.percent, trade_for_trade: band.tradeForTrade };
    },
  ),
  sme_special_preopen: kind(z.object({ issue_price: price, tick }), (input) =>
    smeListingAuctionBand(input.issue_price, input.tick),
  ),
  mwcb: breaker,
};

export const ticks: Suite = {
  tick_for_reference: kind(z.object({ reference_close: price, date: z.iso.date() }), (input) => ({
    tick: tickFor(input.reference_close, input.date),
  })),
  price_valid: kind(z.object({ price, tick }), (input) => ({ valid: isOnTick(input.price, input.tick) })),
  round_to_tick: kind(z.object({ price, tick, mode: z.enum(['nearest', 'down', 'up']) }), (input) => ({
    price: roundToTick(input.price, input.tick, input.mode),
  })),
};

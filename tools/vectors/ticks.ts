import { isOnTick, roundToTick, tickFor } from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

const price = z.int();
const tick = z.int().positive();

export const ticks: Suite = {
  tick_for_reference: kind(z.object({ reference_close: price, date: z.iso.date() }), (input) => ({
    tick: tickFor(input.reference_close, input.date),
  })),
  price_valid: kind(z.object({ price, tick }), (input) => ({ valid: isOnTick(input.price, input.tick) })),
  round_to_tick: kind(z.object({ price, tick, mode: z.enum(['nearest', 'down', 'up']) }), (input) => ({
    price: roundToTick(input.price, input.tick, input.mode),
  })),
};

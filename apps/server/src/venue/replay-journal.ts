import assert from 'node:assert/strict';
import type { TradingDay } from '@khara/market-day';
import type { AppliedCommand } from '#src/ports/exchange.ts';

/**
 * Brings a day from its snapshot to the step where the market stood: each command that was applied since then
 * comes at its recorded place. Throws when it cannot have that place.
 */
export function replayJournal(
  day: TradingDay,
  applied: readonly AppliedCommand[],
  parts: { readonly toStep: number; readonly now: () => number; readonly onStep?: () => void },
): void {
  const { toStep, now, onStep } = parts;
  const { step: fromStep, index: fromIndex } = day;
  const advance = () => {
    day.advance(now());
    onStep?.();
  };
  for (const { command, step, index } of applied) {
    if (step === fromStep && index < fromIndex) continue; // inside the snapshot
    while (day.step < step) advance();
    assert(day.step === step && day.index === index, `command ${command.seq} cannot have its place ${step}/${index}`);
    day.apply(command, now());
  }
  while (day.step < toStep) advance();
}

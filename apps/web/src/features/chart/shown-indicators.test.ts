import { expect, it, onTestFinished, vi } from 'vitest';
import { fits } from './shown-indicators.ts';

it.each([
  ['ma', [20], true],
  ['ma', [1], false],
  ['ma', [20.5], false],
  ['ma', [Number.NaN], false],
  ['ma', ['20'], false],
  ['ma', [20, 5], false],
  ['ma', undefined, false],
  ['boll', [20, 2.5], true],
  ['boll', [20, 2.25], false],
  ['sar', [0.02, 0.2], true],
  ['macd', [26, 12, 9], false],
  ['vwap', [], true],
] as const)('numbers of %s: %j fit: %j', (id, numbers, isFitting) => {
  expect(fits(id, numbers)).toBe(isFitting);
});

it('begins with what was kept, as far as it is known, fits and has room', async () => {
  const kept = { shown: ['rsi', 'macd', 'atr', 'none', 'ma'], settings: { ma: [50], ema: ['x'], rsi: [1] } };
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { useShownIndicators } = await import('./shown-indicators.ts');
  expect(useShownIndicators.getState()).toEqual({ shown: ['ma', 'rsi', 'macd'], settings: { ma: [50] } });
});

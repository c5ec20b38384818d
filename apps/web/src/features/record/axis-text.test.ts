import { describe, expect, it } from 'vitest';
import { axisText } from './record-line.tsx';

const texts = (levels: readonly number[], language: 'en' | 'hi' | 'zh-Hant' = 'en'): string[] => {
  const all = levels.map((rupees) => ({ rupees }));
  return levels.map((rupees) => axisText(rupees, all, language));
};

describe('levels of the record’s axis', () => {
  it('are short where that is exact', () => {
    expect(texts([900_000, 950_000, 1_000_000])).toEqual(['9.0 L', '9.5 L', '10.0 L']);
    expect(texts([20_000, 25_000], 'zh-Hant')).toEqual(['2.0萬', '2.5萬']);
  });

  it('are whole, all of them, where one would be cut', () => {
    expect(texts([999_000, 999_500, 1_000_000])).toEqual(['9,99,000', '9,99,500', '10,00,000']);
    expect(texts([-500, 0, 1_250], 'hi')).toEqual(['−500', '0', '1,250']);
  });
});

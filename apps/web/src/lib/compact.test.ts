import { describe, expect, it } from 'vitest';
import { showCompact } from './compact.ts';

describe('short forms', () => {
  it.each([
    [4820000, 'en', '', '48.2 L'],
    ['7490000000.00', 'en', '₹', '₹749.0 Cr'],
    ['6490000000000.00', 'en', '₹', '₹6.49 L Cr'],
    [62400, 'en', '', '62.4 K'],
    [999, 'en', '', '999'],
    [48200000, 'zh-Hans', '', '4,820.0万'],
    [748000000, 'zh-Hant', '', '7.4億'],
    ['6490000000000.00', 'zh-Hant', '₹', '₹64,900.0億'],
    ['6490000000000.00', 'zh-Hans', '₹', '₹64,900.0亿'],
    [4820000, 'hi', '', '48.2 लाख'],
    ['7490000000.00', 'hi', '₹', '₹749.0 करोड़'],
    ['6490000000000.00', 'hi', '₹', '₹6.49 लाख करोड़'],
    [62400, 'hi', '', '62.4 हज़ार'],
  ] as const)('%s in %s is %s%s', (value, language, prefix, shown) => {
    expect(showCompact(value, language, prefix)).toBe(shown);
  });
});

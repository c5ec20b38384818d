import { describe, expect, it } from 'vitest';
import { isAddress } from './address.ts';

// Published examples: EIP-55's own, and the contract of USDT on the TRC network.
const ERC = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'];
const TRC = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('an address', () => {
  it.each(ERC)('of ERC with the capitals of its checksum is one (%s)', (address) => {
    expect(isAddress('ERC', address)).toBe(true);
    expect(isAddress('TRC', address)).toBe(false);
  });

  it('of TRC with a right checksum is one', () => {
    expect(isAddress('TRC', TRC)).toBe(true);
    expect(isAddress('ERC', TRC)).toBe(false);
  });

  it('with one sign mistyped is none, nor one without capitals, which has no checksum', () => {
    expect(isAddress('TRC', TRC.replace('7N', '7M'))).toBe(false);
    expect(isAddress('ERC', (ERC[0] ?? '').replace('5aA', '5aB'))).toBe(false);
    expect(isAddress('ERC', (ERC[0] ?? '').toLowerCase())).toBe(false);
  });
});

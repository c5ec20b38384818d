import { concat, hash, hex, i64, u32, unhex, utf8 } from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { firstRoundAt, isBeaconEntropy, isBeaconSignature, QUICKNET, roundTimeMs } from './index.ts';

/** Round 1000 as the network published it. */
const signature = unhex(
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
);
const value = unhex('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd');

describe('the beacon', () => {
  it('has the chain id that its key, period and genesis make', () => {
    const groupHash = unhex('f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e');
    const info = [
      u32(QUICKNET.periodMs / 1_000),
      i64(QUICKNET.genesisMs / 1_000),
      unhex(QUICKNET.publicKey),
      groupHash,
    ];
    expect(hex(hash(concat(...info, utf8('quicknet'))))).toBe(QUICKNET.chain);
  });

  it('believes a round that the network signed, and no other', () => {
    expect(isBeaconSignature(1_000, signature)).toBe(true);
    expect(isBeaconSignature(1_001, signature)).toBe(false);
    expect(isBeaconSignature(1_000, signature.with(47, 0))).toBe(false);
    expect(isBeaconSignature(1_000, new Uint8Array(3))).toBe(false);
  });

  it('names the first round at or after an instant', () => {
    expect(firstRoundAt(QUICKNET.genesisMs)).toBe(1);
    expect(firstRoundAt(QUICKNET.genesisMs + 1)).toBe(2);
    expect(roundTimeMs(firstRoundAt(1_767_225_630_000))).toBeGreaterThanOrEqual(1_767_225_630_000);
  });

  it('draws only with a round that was still to come half a minute after the list closed', () => {
    const closesAt = roundTimeMs(1_000) - 30_000;
    const draw = { chain: QUICKNET.chain, round: 1_000, closesAt, value, signature };
    expect(isBeaconEntropy(draw)).toBe(true);
    expect(isBeaconEntropy({ ...draw, closesAt: closesAt + 1 })).toBe(false);
    expect(isBeaconEntropy({ ...draw, chain: '' })).toBe(false);
    expect(isBeaconEntropy({ ...draw, value: value.with(0, 0) })).toBe(false);
    expect(isBeaconEntropy({ ...draw, signature: undefined })).toBe(false);
  });
});

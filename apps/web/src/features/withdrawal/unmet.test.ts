import { describe, expect, it } from 'vitest';
import { unmetOf } from './unmet.ts';

const account = {
  id: 'BA1',
  channelType: 'NEFT' as const,
  accountNumber: 'XXXX XXXX 6789',
  holderName: 'Asha Rao',
  bankName: 'Khara Sandbox Bank',
  ifsc: 'KHAR0000001',
  bankAddress: '',
  branchName: 'Khara Sandbox',
  companyName: '',
  holderMatches: true,
  deletable: true,
  payableFrom: null,
  stopped: false,
  at: 0,
};
const ready = {
  currency: 'INR' as const,
  identity: 'certified' as const,
  account,
  user: { transactionPasswordIsDefault: false },
};

describe('what a withdrawal still needs', () => {
  it('is nothing for whoever has everything', () => {
    expect(unmetOf(ready)).toBeUndefined();
  });

  it('is told one thing at a time, in the order of the server', () => {
    const nothing = { currency: 'INR' as const, account: undefined, user: { transactionPasswordIsDefault: true } };
    expect(unmetOf({ ...nothing, identity: 'unauthenticated' })).toBe('kyc');
    expect(unmetOf({ ...nothing, identity: 'under_review' })).toBe('kycReview');
    expect(unmetOf({ ...nothing, identity: 'certified' })).toBe('bank');
    expect(unmetOf({ ...ready, account: { ...account, holderMatches: false } })).toBe('holder');
    const waits = { ...account, payableFrom: 1_795_335_656_582 };
    expect(unmetOf({ ...ready, account: waits })).toBe('waits');
    expect(unmetOf({ ...ready, account: { ...waits, stopped: true } })).toBe('stopped');
    expect(unmetOf({ ...ready, currency: 'USDT', account: waits })).toBeUndefined();
    expect(unmetOf({ ...ready, user: { transactionPasswordIsDefault: true } })).toBe('password');
  });

  it('is no bank account for USDT', () => {
    expect(unmetOf({ ...ready, currency: 'USDT', account: undefined })).toBeUndefined();
  });
});

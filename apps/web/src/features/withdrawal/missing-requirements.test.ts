import { describe, expect, it } from 'vitest';
import { missingRequirement } from './missing-requirements.ts';

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
  it('is empty for a member who has everything', () => {
    expect(missingRequirement(ready)).toBeUndefined();
  });

  it('is one thing at a time, in the order of the server', () => {
    const nothing = { currency: 'INR' as const, account: undefined, user: { transactionPasswordIsDefault: true } };
    expect(missingRequirement({ ...nothing, identity: 'unauthenticated' })).toBe('kyc');
    expect(missingRequirement({ ...nothing, identity: 'under_review' })).toBe('kycReview');
    expect(missingRequirement({ ...nothing, identity: 'certified' })).toBe('bank');
    expect(missingRequirement({ ...ready, account: { ...account, holderMatches: false } })).toBe('holder');
    const waits = { ...account, payableFrom: 1_795_335_656_582 };
    expect(missingRequirement({ ...ready, account: waits })).toBe('waits');
    expect(missingRequirement({ ...ready, account: { ...waits, stopped: true } })).toBe('stopped');
    expect(missingRequirement({ ...ready, currency: 'USDT', account: waits })).toBeUndefined();
    expect(missingRequirement({ ...ready, user: { transactionPasswordIsDefault: true } })).toBe('password');
  });

  it('is no bank account for USDT', () => {
    expect(missingRequirement({ ...ready, currency: 'USDT', account: undefined })).toBeUndefined();
  });
});

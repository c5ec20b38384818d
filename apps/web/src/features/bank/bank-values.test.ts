import { describe, expect, it } from 'vitest';
import { checkBank, looksLikeIfsc, plainNumber, type BankValues } from './bank-values.ts';

const filled: BankValues = {
  channelType: 'NEFT',
  holderName: 'Asha Rao',
  accountNumber: '0001 2345 6789',
  accountNumberAgain: '000123456789',
  ifsc: 'khar0000001',
  branchName: '',
  bankAddress: '',
  companyName: '',
};

describe('the form of a bank account', () => {
  it('can be sent when the number is the same twice, however it is spaced', () => {
    expect(checkBank(filled)).toEqual({});
    expect(plainNumber('0001-2345 6789')).toBe('000123456789');
  });

  it('says of each field what is missing', () => {
    const empty = { ...filled, channelType: '', holderName: ' ', accountNumber: '', accountNumberAgain: '', ifsc: '' };
    expect(checkBank(empty)).toEqual({
      channelType: 'refusals:channel_required',
      holderName: 'refusals:holder_name_required',
      accountNumber: 'refusals:account_number_required',
      ifsc: 'refusals:ifsc_required',
    });
  });

  it('sees a slip of the finger in the second number', () => {
    expect(checkBank({ ...filled, accountNumberAgain: '000123456788' })).toEqual({
      accountNumberAgain: 'bank:numbersDiffer',
    });
  });

  it.each(['12345678', '1234567890123456789', '123456789x'])('takes %s for no account number', (accountNumber) => {
    expect(checkBank({ ...filled, accountNumber, accountNumberAgain: accountNumber }).accountNumber).toBe(
      'refusals:account_number_invalid',
    );
  });

  it('asks for a branch only when the code is whole', () => {
    expect(looksLikeIfsc(' sbin0000300 ')).toBe(true);
    expect(looksLikeIfsc('SBIN000030')).toBe(false);
    expect(looksLikeIfsc('SBIN1000300')).toBe(false);
  });
});

import type { Data } from '@khara/contract';
import { isBankAccount, plainDigits } from '@khara/rules';
import type { Texts } from '@khara/texts';

/** The bank account that rupees are paid to. */
export type BankAccount = Data<'bankAccounts'>[number];

/** What the form of a bank account holds, as it is typed. */
export type BankValues = {
  readonly channelType: string;
  readonly holderName: string;
  readonly accountNumber: string;
  readonly accountNumberAgain: string;
  readonly ifsc: string;
  readonly branchName: string;
  readonly bankAddress: string;
  readonly companyName: string;
};

type Reason = Extract<
  keyof Texts['refusals'],
  | 'channel_required'
  | 'holder_name_required'
  | 'account_number_required'
  | 'account_number_invalid'
  | 'ifsc_required'
  | 'ifsc_invalid'
>;
/** The server's own reasons, and the one that only the form knows: the number is typed twice. */
type BankComplaint = `refusals:${Reason}` | 'bank:numbersDiffer';

/** Digits as the server takes them: without the spaces and hyphens of a passbook. */
export const plainNumber = (typed: string): string => plainDigits(typed).replace(/[\s\p{Pd}]/gu, '');
export const plainIfsc = (typed: string): string => plainDigits(typed).trim().toUpperCase();
/** Five signs of the bank and six of the branch; whether there is one, the server knows. */
export const looksLikeIfsc = (typed: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(plainIfsc(typed));

/** Why the form cannot be sent, field by field; empty when it can. */
export function checkBank(values: BankValues): Partial<Record<keyof BankValues, BankComplaint>> {
  const number = plainNumber(values.accountNumber);
  const again = plainNumber(values.accountNumberAgain);
  return {
    ...(values.channelType === '' && { channelType: 'refusals:channel_required' }),
    ...(values.holderName.trim() === '' && { holderName: 'refusals:holder_name_required' }),
    ...(number === ''
      ? { accountNumber: 'refusals:account_number_required' }
      : !isBankAccount(number) && { accountNumber: 'refusals:account_number_invalid' }),
    ...(again !== number && { accountNumberAgain: 'bank:numbersDiffer' }),
    ...(values.ifsc.trim() === ''
      ? { ifsc: 'refusals:ifsc_required' }
      : !looksLikeIfsc(values.ifsc) && { ifsc: 'refusals:ifsc_invalid' }),
  };
}

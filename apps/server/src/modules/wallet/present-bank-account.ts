import type { Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { BankAccount } from './bank-store.ts';
import { sameName } from './names.ts';

export type Account = Data<'saveBankAccount'>;

export const masked = (lastFour: string): string => `XXXX XXXX ${lastFour}`;

export const presentTarget = (row: BankAccount) => ({
  holderName: row.holderName,
  bankName: row.bankName,
  ifsc: row.ifsc,
  accountNumber: masked(row.lastFour),
});

export const presentBankAccount = (
  { clock }: Pick<Deps, 'clock'>,
  row: BankAccount,
  identityName: string | undefined,
): Account => ({
  id: row.id,
  channelType: row.channel,
  ...presentTarget(row),
  bankAddress: row.bankAddress,
  branchName: row.branchName,
  companyName: row.companyName,
  holderMatches: identityName === undefined ? null : sameName(identityName, row.holderName),
  deletable: !row.inUse,
  payableFrom: row.payableFrom > clock.now() ? Number(row.payableFrom) : null,
  stopped: row.stoppedAt !== undefined,
  at: row.at,
});

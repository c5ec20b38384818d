import type { Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { BankRow } from './bank-store.ts';
import { sameName } from './names.ts';

export type Account = Data<'saveBankAccount'>;

export const masked = (lastFour: string): string => `XXXX XXXX ${lastFour}`;

export const presentTarget = (row: BankRow) => ({
  holderName: row.holder_name,
  bankName: row.bank_name,
  ifsc: row.ifsc,
  accountNumber: masked(row.last_four),
});

export const presentBankAccount = (
  { clock }: Pick<Deps, 'clock'>,
  row: BankRow,
  identityName: string | undefined,
): Account => ({
  id: row.id,
  channelType: row.channel,
  ...presentTarget(row),
  bankAddress: row.bank_address,
  branchName: row.branch_name,
  companyName: row.company_name,
  holderMatches: identityName === undefined ? null : sameName(identityName, row.holder_name),
  deletable: !row.in_use,
  payableFrom: row.payable_from > clock.now() ? Number(row.payable_from) : null,
  stopped: row.stopped_at !== null,
  at: Number(row.at),
});

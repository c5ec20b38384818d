import { LANGUAGES, type Data } from '@khara/contract';
import { maskPhone } from './phone.ts';
import type { MemberRow } from './store.ts';

type UserInfo = Data<'userDetail'>['userInfo'];

/** What the app shows of an account. */
export const userInfo = (row: MemberRow): UserInfo => ({
  id: row.id,
  phone: maskPhone(row.phone),
  nickname: row.nickname,
  inviteCode: row.invite_code,
  kycStatus: row.kyc_status,
  creditScore: 100,
  withdrawalBlocked: false,
  transactionPasswordIsDefault: row.transaction_password_is_default,
  totpEnabled: row.totp_enabled,
  language: LANGUAGES.find(({ tag }) => tag === row.language)?.code ?? 'en',
  createdAt: Number(row.created_at),
});

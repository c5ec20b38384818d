import { LANGUAGES, type Data } from '@khara/contract';
import { readStanding } from '#modules/credit/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { maskPhone } from './phone.ts';
import type { MemberAccount } from './member-store.ts';

type UserInfo = Data<'userDetail'>['userInfo'];

/** What the app shows of an account, its credit score as of now. */
export async function userInfo({ db, clock }: Pick<Deps, 'db' | 'clock'>, row: MemberAccount): Promise<UserInfo> {
  const { score, blocked } = await readStanding(db, row.id, clock.now());
  return {
    id: row.id,
    phone: maskPhone(row.phone),
    deviceOnly: row.deviceKey !== undefined,
    nickname: row.nickname,
    inviteCode: row.inviteCode,
    kycStatus: row.kycStatus,
    creditScore: score,
    withdrawalBlocked: blocked,
    transactionPasswordIsDefault: row.transactionPasswordIsDefault,
    totpEnabled: row.totpEnabled,
    language: LANGUAGES.find(({ tag }) => tag === row.language)?.code ?? 'en',
    createdAt: row.createdAt,
  };
}

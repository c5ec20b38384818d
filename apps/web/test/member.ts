import type { UserInfo } from '#api/session.ts';

/** A practice account, which is on its device alone: what a test says of it stands for the rest. */
export const makeMember = (parts: Partial<UserInfo> = {}): UserInfo => ({
  id: 'm-practice',
  phone: '',
  deviceOnly: true,
  nickname: 'Khara Meno',
  inviteCode: 'ABC12345',
  kycStatus: 'unauthenticated',
  creditScore: 60,
  withdrawalBlocked: false,
  transactionPasswordIsDefault: false,
  totpEnabled: false,
  language: 'en',
  createdAt: 1,
  ...parts,
});

import { plainText, readMobile, readNickname } from '@khara/rules';

/**
 * What is typed to log in or to open an account, and what is wrong with it. The server checks again; this
 * only answers sooner.
 */

/** Keys of the namespace `login`. */
export type Complaint =
  | 'phoneRequired'
  | 'phoneWrong'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordsDiffer'
  | 'nicknameWrong'
  | 'inviteRequired'
  | 'agreeRequired';
type Complaints<V> = Partial<Record<keyof V, Complaint>>;

export type LoginValues = { readonly phone: string; readonly password: string };
export type RegisterValues = LoginValues & {
  readonly confirmPassword: string;
  /** Empty: one is made. */
  readonly nickname: string;
  readonly inviteCode: string;
  readonly agree: boolean;
};

/** "98450 12345", the way such numbers are written; anything else stays as it was typed. */
export function showPhone(typed: string): string {
  const digits = readMobile(typed);
  return digits === undefined ? typed : `${digits.slice(0, 5)} ${digits.slice(5)}`;
}

const checkPhone = (phone: string): Complaint | undefined =>
  phone.trim() === '' ? 'phoneRequired' : readMobile(phone) === undefined ? 'phoneWrong' : undefined;

const checkNickname = (typed: string): Complaint | undefined =>
  typed.trim() !== '' && readNickname(typed) === undefined ? 'nicknameWrong' : undefined;

/** A password that exists is never measured here: old rules must not lock a member out. */
export const checkLogin = (values: LoginValues): Complaints<LoginValues> =>
  found({ phone: checkPhone(values.phone), password: values.password === '' ? 'passwordRequired' : undefined });

export function checkRegister(
  values: RegisterValues,
  { inviteRequired, passwordMin }: { readonly inviteRequired: boolean; readonly passwordMin: number },
): Complaints<RegisterValues> {
  const { phone, password, confirmPassword, nickname, inviteCode, agree } = values;
  return found({
    phone: checkPhone(phone),
    password: password === '' ? 'passwordRequired' : isShort(password, passwordMin) ? 'passwordShort' : undefined,
    confirmPassword: isSameSecret(confirmPassword, password) ? undefined : 'passwordsDiffer',
    nickname: checkNickname(nickname),
    inviteCode: inviteRequired && inviteCode.trim() === '' ? 'inviteRequired' : undefined,
    agree: agree ? undefined : 'agreeRequired',
  });
}

/** Characters that are seen, not UTF-16 units: an emoji is one. */
export const isShort = (password: string, least: number): boolean => [...plainText(password)].length < least;
/** Whether two were typed alike, as the server reads them. */
export const isSameSecret = (one: string, other: string): boolean => plainText(one) === plainText(other);

function found<K extends string>(complaints: Record<K, Complaint | undefined>): Partial<Record<K, Complaint>> {
  const entries = Object.entries(complaints).filter(([, complaint]) => complaint !== undefined);
  return Object.fromEntries(entries) as Partial<Record<K, Complaint>>; // the keys are those that came in
}

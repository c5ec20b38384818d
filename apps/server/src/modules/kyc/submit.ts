import type { Body, Data } from '@khara/contract';
import { DAY_MS, HOUR_MS, plainText, isAadhaar, plainDigits } from '@khara/rules';
import { takeAccountAttempt } from '#modules/accounts/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import { keepUntil, readLooks } from '#modules/pictures/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './store.ts';
import { createHmac } from 'node:crypto';

/** The twelve digits of an Aadhaar number, if it is one. */
export function readAadhaar(typed: string | number): string | undefined {
  const digits = plainDigits(String(typed)).replaceAll(/[\s\p{Pd}]/gu, '');
  return isAadhaar(digits) ? digits : undefined;
}

/**
 * What tells the same number from another; the number cannot be found from it without the secret of the installation.
 */
const hashOfAadhaar = ({ keys }: Pick<Deps, 'keys'>, digits: string): Buffer =>
  createHmac('sha256', keys.installSecret).update('khara/aadhaar/1\0').update(digits).digest();

/** Longest wait of pictures for a decision: only where people decide does anything wait this long. */
const REVIEW_MS = 30 * DAY_MS;
/** Submissions of one member in an hour. */
const ATTEMPT_LIMIT = { kind: 'window', max: 10, windowMs: HOUR_MS } as const;

type Refusals =
  | 'kyc_incomplete'
  | 'kyc_name_invalid'
  | 'aadhaar_number_invalid'
  | 'aadhaar_photo_required'
  | 'kyc_certified'
  | 'kyc_under_review'
  | 'try_later';

/**
 * Hands in an identity check. Refuses, in this order: kyc_incomplete (no name or no number),
 * kyc_name_invalid, aadhaar_number_invalid, aadhaar_photo_required (also a picture that is not the caller's,
 * was handed in for something else or is gone), kyc_certified, kyc_under_review, try_later.
 */
export async function submitIdentity(
  deps: Deps,
  { member }: MemberCaller,
  { name: typedName, idNumber, frontPhoto, backPhoto }: Body<'submitIdentity'>,
): Promise<Result<Data<'submitIdentity'>, Refusals>> {
  const { db, clock } = deps;
  if (!typedName?.trim()) return refuse('kyc_incomplete', { field: 'name' });
  if (idNumber === undefined || String(idNumber).trim() === '') return refuse('kyc_incomplete', { field: 'idNumber' });
  const name = readName(typedName);
  if (name === undefined) return refuse('kyc_name_invalid', { field: 'name' });
  const digits = readAadhaar(idNumber);
  if (digits === undefined) return refuse('aadhaar_number_invalid', { field: 'idNumber' });
  if (!frontPhoto) return refuse('aadhaar_photo_required', { field: 'frontPhoto' });
  if (!backPhoto) return refuse('aadhaar_photo_required', { field: 'backPhoto' });
  const own = await readLooks(db, member.userId, 'kyc', [frontPhoto, backPhoto]);
  for (const [field, id] of Object.entries({ frontPhoto, backPhoto })) {
    if (!own.some((picture) => picture.id === id)) return refuse('aadhaar_photo_required', { field });
  }
  const newest = await store.readNewest(db, member.userId);
  if (newest?.status === 'certified') return refuse('kyc_certified');
  if (newest?.status === 'under_review') return refuse('kyc_under_review');
  const waitMs = await takeAccountAttempt(db, `kyc:${member.userId}`, ATTEMPT_LIMIT, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const at = clock.now();
  const application = {
    memberId: member.userId,
    name,
    lastFour: digits.slice(-4),
    numberHash: hashOfAadhaar(deps, digits),
    frontId: frontPhoto,
    backId: backPhoto,
    at,
  };
  const submitted = await db.transaction(async (tx) => {
    if (!(await store.submitApplication(tx, application))) return undefined;
    await keepUntil(tx, [frontPhoto, backPhoto], at + REVIEW_MS);
    return {
      notice: await notify(tx, { userId: member.userId, category: 'system', key: 'kycSubmitted', link: PAGE, at }),
    };
  });
  if (!submitted) return refuse('kyc_under_review'); // handed in twice at the same moment
  announce(deps, submitted.notice);
  return done({ status: 'under_review' });
}

export const PAGE = '/pages/personal/kyc/index';

/** A person's name as it stands on a card: letters of any script, spaces and what joins names. */
function readName(typed: string): string | undefined {
  const name = plainText(typed).trim().replaceAll(/\s+/g, ' ');
  return name.length <= 80 && /^[\p{L}\p{M}][\p{L}\p{M} .'’-]+$/u.test(name) ? name : undefined;
}

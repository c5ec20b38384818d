import * as z from 'zod/mini';
import { call } from './call.ts';
import { FileAnswer, FileIn } from './file.ts';
import { Id, IdIn, Instant, plain, plainNumber } from './wire.ts';

export const FILE_PURPOSES = ['kyc', 'support'] as const;
export const KYC_STATUSES = ['unauthenticated', 'under_review', 'certified', 'failed'] as const;
/** Why an identity check failed. */
export const KYC_REASONS = [
  'same_picture_twice',
  'picture_not_readable',
  'name_differs',
  'number_differs',
  'not_an_identity_card',
  'picture_replaced',
] as const;

const Text = z.string({ error: 'invalid_input' });

export const identityCalls = {
  uploadPicture: call({
    path: '/app/upload/image',
    method: 'POST',
    access: 'member',
    doc: 'Takes a picture (JPEG, PNG or WebP, at most 5 MB) as a multipart form: `file` and `purpose`. It is rendered anew without its metadata; the original is not kept.',
    body: { file: FileIn, purpose: z.enum(FILE_PURPOSES, { error: 'invalid_input' }) },
    data: z.object({ fileId: Id }),
    refusals: ['picture_too_large', 'picture_unreadable', 'picture_dimensions', 'too_many_files'],
    takesFile: true,
    specified: false,
  }),
  uploadedPicture: call({
    path: '/app/upload/file/{id}',
    method: 'GET',
    access: 'member',
    doc: 'A picture of one’s own.',
    body: { id: IdIn },
    data: FileAnswer,
    refusals: ['not_found'],
    answersFile: true,
    specified: false,
  }),
  submitIdentity: call({
    path: '/app/user/editIdentity',
    method: 'POST',
    access: 'member',
    doc: 'Hands in name, Aadhaar number and pictures of both sides for review. Of the number only the last four digits are kept.',
    body: {
      name: z.optional(Text.check(plain)),
      idNumber: z.optional(z.union([z.string().check(plainNumber), z.number()], { error: 'invalid_input' })),
      frontPhoto: z.optional(Text),
      backPhoto: z.optional(Text),
    },
    data: z.object({ status: z.enum(KYC_STATUSES) }),
    refusals: [
      'account_not_kept',
      'kyc_incomplete',
      'aadhaar_photo_required',
      'aadhaar_number_invalid',
      'kyc_under_review',
      'kyc_certified',
      'kyc_name_invalid',
      'try_later',
    ],
    keptOnly: true,
  }),
  identity: call({
    path: '/app/user/getIdentityInfo',
    method: 'POST',
    access: 'member',
    doc: 'Where the identity check stands.',
    body: {},
    data: z.object({
      status: z.enum(KYC_STATUSES),
      name: z.nullable(z.string()),
      idNumberMasked: z.nullable(z.string()),
      reason: z.nullable(z.enum(KYC_REASONS)),
      submittedAt: z.nullable(Instant),
      decidedAt: z.nullable(Instant),
      /** Who decides here: the sandbox, within seconds, or two people. */
      reviewer: z.enum(['sandbox', 'people']),
      /** Until when the pictures are kept at the latest; null when there are none. */
      picturesKeptUntil: z.nullable(Instant),
    }),
    refusals: [],
  }),
};

export type KycStatus = (typeof KYC_STATUSES)[number];
export type KycReason = (typeof KYC_REASONS)[number];

import * as z from 'zod/mini';

/**
 * A file that a call answers: its bytes are the body of the answer, under its type and name. Only refusals
 * come in the envelope.
 */
export type FileAnswer = {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same address always answers the same bytes: caches may keep it. Text is packed on its way. */
  readonly isLasting?: boolean;
};
export const FileAnswer: z.ZodMiniType<FileAnswer> = z.any(); // never parsed: the server's own handlers make it

/**
 * The bytes of an uploaded file, sent as the part `file` of a multipart form; what they are is for the server
 * to find out.
 */
export const FileIn: z.ZodMiniType<Uint8Array> = z
  .any()
  .check(z.refine((value) => value instanceof Uint8Array, { error: 'file_required' }));

/** Bytes of an uploaded file, at most. */
export const MAX_FILE_BYTES = 5_242_880;

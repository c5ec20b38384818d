import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import multipart from '@fastify/multipart';
import { MAX_FILE_BYTES, type FileAnswer, type Refusal } from '@khara/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MULTIPART } from './bodies.ts';

const MAX_FIELDS = 8;
const MAX_FIELD_BYTES = 1_000;

/**
 * Lets routes read multipart forms: one file within the limit, a few short fields. Nothing is read before the
 * route asks for it.
 */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser(MULTIPART);
  await app.register(multipart, {
    limits: {
      fileSize: MAX_FILE_BYTES,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 64,
      parts: MAX_FIELDS + 1,
      headerPairs: 16,
    },
  });
}

export type Upload = { readonly fields: Readonly<Record<string, unknown>> } | { readonly refused: Refusal };

/**
 * The fields of an upload, with the bytes as `file`. A request that is no multipart form, or a broken one, has no file.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) return { fields: {} };
  const fields: Record<string, unknown> = Object.create(null);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === 'file') fields['file'] = await part.toBuffer();
      else part.file.resume(); // a file of another field: read past it
    }
  } catch (error) {
    const { code } = error as { code?: string }; // Fastify's errors have one
    return code === 'FST_REQ_FILE_TOO_LARGE' ? { refused: 'picture_too_large' } : { refused: 'invalid_input' };
  }
  return { fields: { ...fields } };
}

const YEAR_S = 31_536_000;
const pack = promisify(brotliCompress);
/** A day's log of 300 kB takes 5 ms of a thread beside the loop. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Hands a file out: to be saved and not shown, and if a browser shows it after all, without any rights. No cache keeps
 * it, unless it never changes.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, type, bytes, isLasting }: FileAnswer,
): Promise<FastifyReply> {
  const isPacked = isLasting && /\bbr\b/.test(reply.request.headers['accept-encoding'] ?? '');
  if (isLasting) void reply.header('vary', 'accept-encoding');
  if (isPacked) void reply.header('content-encoding', 'br');
  const body = isPacked ? await pack(bytes, PACKING) : bytes;
  return reply
    .code(200)
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`)
    .header('cache-control', isLasting ? `public, max-age=${YEAR_S}, immutable` : 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    )
    .serializer((payload: unknown) => payload as string) // bytes go out as they are
    .send(Buffer.from(body));
}

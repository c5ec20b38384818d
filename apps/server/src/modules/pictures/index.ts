import type { Body, Data } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { SealedTable } from '#src/security/sealed-table.ts';
import { seal, unseal } from '#src/security/vault.ts';
import * as store from './store.ts';
import type { KeptPicture } from './store.ts';
import { HOUR_MS } from '@khara/rules';

export { keepUntil, readLooks, PICTURES } from './store.ts';

/** A picture without a use is deleted at this age. */
const UNUSED_MS = 24 * HOUR_MS;
/** One member's, kept at the same time. */
const MAX_KEPT = { files: 20, bytes: 50 * 1024 * 1024 };

const belongsTo = ({ memberId, purpose, id }: { memberId: string; purpose: string; id: string }) => [
  memberId,
  'picture',
  purpose,
  id,
  '1',
];

/** Pictures whose keys the vault wraps. */
export const SEALED_PICTURES: SealedTable = {
  table: 'pictures.picture',
  id: 'id',
  columns: ['member_id', 'purpose'],
  belongsTo: ({ id = '', memberId = '', purpose = '' }) => belongsTo({ memberId, purpose, id }),
};

/**
 * Keeps a picture, rendered anew and encrypted under a key of its own. Refuses what is no picture, too large a
 * one, and one too many.
 */
async function uploadPicture(
  { db, clock, random, keys, pictures }: Deps,
  { member }: MemberCaller,
  { file, purpose }: Body<'uploadPicture'>,
): Promise<Result<Data<'uploadPicture'>, 'picture_unreadable' | 'picture_dimensions' | 'too_many_files'>> {
  const rendered = await pictures.render(file);
  if (rendered.refused !== undefined) return rendered;
  const { jpeg, look, contrast } = rendered.value;
  const id = `P${randomId(random)}`;
  const at = clock.now();
  const memberId = member.userId;
  const sealed = seal(keys.vault, random, jpeg, belongsTo({ memberId, purpose, id }));
  const picture = { id, memberId, purpose, sealed, bytes: jpeg.length, look, contrast, at, deleteAt: at + UNUSED_MS };
  const isKept = await db.transaction((tx) => store.insertPicture(tx, picture, MAX_KEPT));
  return isKept ? done({ fileId: id }) : refuse('too_many_files');
}

/** A picture of the caller's own; another member's is as unknown as none. */
async function uploadedPicture(
  deps: Deps,
  { member }: MemberCaller,
  { id }: Body<'uploadedPicture'>,
): Promise<Result<Data<'uploadedPicture'>, 'not_found'>> {
  const row = await store.byId(deps.db, id);
  if (row?.memberId !== member.userId) return refuse('not_found');
  return done(opened(deps, row));
}

/** A picture for readers with the right to see it: the caller has made sure of that, and noted it for its owner. */
export async function openPicture(deps: Pick<Deps, 'db' | 'keys'>, id: string, db: Queryable = deps.db) {
  const row = await store.byId(db, id);
  return row && opened(deps, row);
}

function opened({ keys }: Pick<Deps, 'keys'>, row: KeptPicture) {
  const { id, memberId, purpose, keyId, wrappedKey, body } = row;
  const bytes = unseal(keys.vault, { keyId, wrappedKey, body }, belongsTo({ memberId, purpose, id }));
  return { name: `${id}.jpg`, type: 'image/jpeg', bytes };
}

/** Destroys what is kept no longer. Safe to run twice. */
export const destroyDuePictures = ({ db, clock }: Deps): Promise<number> =>
  db.transaction((tx) => store.destroyDue(tx, clock.now()));

export const handlers = { uploadPicture, uploadedPicture } satisfies HandlersFor<'uploadPicture' | 'uploadedPicture'>;

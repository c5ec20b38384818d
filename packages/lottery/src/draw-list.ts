import { hash, lp, utf8 } from '@khara/proof';
import { HASH_BYTES } from './bulk/hasher.ts';
import { Message } from './bulk/message.ts';
import { rootOfLeaves } from './bulk/tree.ts';

export type Application = {
  readonly applicationId: string;
  readonly lots: number;
  /** Commitment to the applicant and their own random request id. */
  readonly who: Uint8Array;
};

const LEAF = new Uint8Array([0, ...lp('khara/draw/app/1')]);
// Written over by each message, so that a list of a hundred thousand makes no garbage.
const leaf = new Message(LEAF);
const whoMessage = new Message(lp('khara/draw/who/1'));

/** How many applications are hashed between two reports of how far a list is. */
const REPORT_EVERY = 2_000;
/** Called with the number of applications hashed, of all. */
export type Progress = (done: number, all: number) => void;

/** The commitment of an application; only the applicant and the server know what is under it. */
export function whoHash(userId: string, requestId: string): Uint8Array {
  return whoMessage.begin().text(userId).text(requestId).hash();
}

/** Leaves of a list one behind the other, 32 bytes each. */
export function listLeaves(list: readonly Application[], progress?: Progress): Uint8Array {
  const leaves = new Uint8Array(list.length * HASH_BYTES);
  for (const [index, application] of list.entries()) {
    leafMessage(application).hashTo(leaves, index * HASH_BYTES);
    if (progress && (index + 1) % REPORT_EVERY === 0) progress(index + 1, list.length);
  }
  progress?.(list.length, list.length);
  return leaves;
}

/** One hash over a whole allotment, in the order of the sorted list: per application its id and its shares. */
export function allotmentDigest(allotted: ReadonlyMap<string, number>): Uint8Array {
  const message = new Message(new Uint8Array()).begin();
  for (const [id, shares] of allotted) message.text(id).u64(shares);
  return message.hash();
}

/** Root of the tree over a sorted list. */
export const listRoot = (list: readonly Application[], progress?: Progress): Uint8Array =>
  rootOfLeaves(listLeaves(list, progress), hash());

const leafMessage = ({ applicationId, lots, who }: Application): Message =>
  leaf.begin().text(applicationId).u32(lots).raw(who, 32);

/** Applications by the UTF-8 bytes of their id; throws on a duplicate. */
export function sortedList<A extends Application>(applications: readonly A[]): A[] {
  const list = [...applications];
  const byText = list.every(({ applicationId }) => sortsByUnits(applicationId));
  list.sort(byText ? compareUnits : compareUtf8);
  for (let index = 1; index < list.length; index += 1) {
    const { applicationId } = list[index]!;
    if (list[index - 1]!.applicationId === applicationId) throw new Error(`${applicationId} applies twice`);
  }
  return list;
}

/**
 * Below the surrogates the units of a text are in the order of its UTF-8 bytes, and an engine compares them
 * faster than anything written here.
 */
function sortsByUnits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0xd800) return false;
  return true;
}

const compareUnits = (a: Application, b: Application): number =>
  a.applicationId < b.applicationId ? -1 : a.applicationId > b.applicationId ? 1 : 0;

function compareUtf8(a: Application, b: Application): number {
  const ours = utf8(a.applicationId);
  const theirs = utf8(b.applicationId);
  const length = Math.min(ours.length, theirs.length);
  for (let at = 0; at < length; at += 1) {
    const difference = ours[at]! - theirs[at]!;
    if (difference !== 0) return difference;
  }
  return ours.length - theirs.length;
}

import { type Reader, type ReaderGroup, writeFrame } from './connection.ts';

/** Each reader is sent what changed at most once in this time. */
export const CONFLATE_MS = 250;
/** Readers take turns within it: one burst to all of them would make the last wait for the first. */
export const TURNS = 10;
/** A reader with more than this waiting is sent nothing until it has read on, and then the newest. */
export const CONGESTED_BYTES = 64 * 1_024;

/** What readers watch, by number, with a count of changes. */
type Topics = {
  readonly count: number;
  /** A frame with those of these numbers that changed after a count; undefined when none did. */
  since(numbers: readonly number[], count: number): Buffer | undefined;
};

/** Sends readers what changed of their topics. Those of one turn that watch the same share a frame. */
export class ReaderGroups {
  readonly #topics: Topics;
  readonly #groups = new Map<string, ReaderGroup<Reader>>();

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  /** A reader watches these numbers and no others. What was sent to it before counts on in its new group. */
  join(reader: Reader, watched: Iterable<number>): void {
    if (!reader.group) reader.sentCount = this.#topics.count;
    this.leave(reader);
    const numbers = [...watched].sort((a, b) => a - b);
    if (numbers.length === 0) return;
    const key = `${reader.turn}:${numbers.join(',')}`;
    const group = this.#groups.get(key) ?? {
      key,
      turn: reader.turn,
      numbers,
      members: new Set(),
      sentCount: this.#topics.count,
      hasLaggards: false,
    };
    this.#groups.set(key, group);
    group.members.add(reader);
    reader.group = group;
  }

  leave(reader: Reader): void {
    const { group } = reader;
    if (!group) return;
    group.members.delete(reader);
    if (group.members.size === 0) this.#groups.delete(group.key);
    reader.group = undefined;
  }

  /** Tells the readers of a turn what has changed. */
  flush(turn: number): void {
    for (const group of this.#groups.values()) if (group.turn === turn) this.#flushGroup(group);
  }

  #flushGroup(group: ReaderGroup<Reader>): void {
    const { count } = this.#topics;
    if (group.sentCount === count && !group.hasLaggards) return;
    const message = this.#topics.since(group.numbers, group.sentCount);
    const before = group.sentCount;
    group.sentCount = count;
    group.hasLaggards = false;
    for (const reader of group.members) {
      if (reader.line.writableLength > CONGESTED_BYTES) {
        group.hasLaggards = true; // sent later, of the newest
        continue;
      }
      const own = reader.sentCount < before ? this.#topics.since(group.numbers, reader.sentCount) : message;
      reader.sentCount = count;
      if (own) writeFrame(reader, own);
    }
  }
}

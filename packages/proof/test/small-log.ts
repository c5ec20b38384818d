import { ed25519 } from '@noble/curves/ed25519.js';
import {
  consistencyPath,
  entryLeaf,
  hash,
  hex,
  inclusionPath,
  NODE_KEY_RECORDS,
  derivePublicKey,
  recordLeaf,
  signCheckpoint,
  signNodeKey,
  signRealityNote,
  makeSigner,
  signReceipts,
  writeReceipt,
  treeRoot,
  unhex,
  utf8,
  type CheckpointAnswer,
  type HeldReceipt,
  type InclusionAnswer,
  type NodeKeyAct,
  type PublishedRecord,
} from '../src/index.ts';

type Consistency = {
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly path: string[];
};
/** As the contract has it: with what a device computes by itself. */
type SmallCheckpoint = Omit<CheckpointAnswer, 'consistency' | 'rotations'> & { readonly consistency?: Consistency };

/** As the contract has it: what is answered may be changed. */
type ProvedRecord = Omit<PublishedRecord, 'path'> & { readonly path: string[] };

/** A log of a server that keeps everything in memory, with real signatures and proofs: what a device follows. */
export class SmallLog {
  readonly name = 'khara/small';
  readonly #seed = new Uint8Array(32).fill(7);
  readonly #nodeSeed = new Uint8Array(32).fill(17);
  readonly #leaves: Uint8Array[] = [];
  readonly #records = new Map<string, Omit<PublishedRecord, 'size' | 'path' | 'note'>>();
  #entries: (InclusionAnswer['entry'] & { readonly index: number })[] = [];
  #time = 1_795_000_000_000;

  get publicKey(): string {
    return hex(derivePublicKey(this.#seed));
  }

  get size(): number {
    return this.#leaves.length;
  }

  /** Grows by records, which differ by `story`. */
  grow(count: number, story = 'as it was'): this {
    for (let n = 0; n < count; n += 1) this.#leaves.push(hash(utf8(`${story} ${this.size}`)));
    return this;
  }

  wait(ms: number): this {
    this.#time += ms;
    return this;
  }

  /** A copy of the database as it is now: what a backup is restored to. */
  copy(): SmallLog {
    const copy = new SmallLog();
    copy.#leaves.push(...this.#leaves);
    copy.#entries = [...this.#entries];
    for (const [type, record] of this.#records) copy.#records.set(type, record);
    copy.#time = this.#time;
    return copy;
  }

  /** An entry of `owner` with what the server promises about it. Until it is sealed it is in no tree. */
  enter(owner: string): HeldReceipt & { readonly seal: () => void } {
    const uid = `01900000-0000-7000-8000-${String(this.#time).slice(-12)}`;
    this.#time += 1;
    const head = { uid, kind: 'recharge', ref: uid, actor: 'system', marketDate: '2026-01-02', at: this.#time };
    const salt = new Uint8Array(16).fill(3);
    const lines = [
      { owner: 'x', asset: 'INR', code: 301, amount: -100n },
      { owner, asset: 'INR', code: 101, amount: 100n, after: 100n, seq: 1n, prev: new Uint8Array(32) },
    ];
    const leaf = entryLeaf({ ...head, salt, lines });
    const wire = lines.map(({ amount, after, seq, prev, ...line }) => ({
      ...line,
      amount: `${amount}`,
      ...(prev && { after: `${after}`, seq: `${seq}`, prev: hex(prev) }),
    }));
    const [first] = signReceipts([{ uid, leaf, at: head.at }], makeSigner(this.#nodeSeed));
    return {
      ...writeReceipt(first!),
      seal: () => this.append({ ...head, id: `${this.size}`, salt: hex(salt), lines: wire, leaf: hex(leaf) }),
    };
  }

  /** Grows by an entry as it travels. */
  append(entry: InclusionAnswer['entry']): void {
    this.#entries.push({ ...entry, index: this.size });
    this.#leaves.push(unhex(entry.leaf));
  }

  /** Grows by what the log's key, or another one, says of the key that signs receipts. */
  say(act: NodeKeyAct, rootSeed = this.#seed): this {
    const type = NODE_KEY_RECORDS[act];
    const said = { name: this.name, node: 'one', key: derivePublicKey(this.#nodeSeed) };
    const uid = `01900000-0000-7000-9000-${String(this.#time).slice(-12)}`;
    this.#time += 1;
    const salt = new Uint8Array(16).fill(4);
    const record = { uid, type, at: this.#time, salt, json: signNodeKey(act, said, rootSeed) };
    const leaf = recordLeaf(record);
    this.#records.set(type, { ...record, salt: hex(salt), leaf: hex(leaf), index: this.size });
    this.#leaves.push(leaf);
    return this;
  }

  /** What the log says of a key, in lower-case hex; undefined when it says nothing. */
  /** A server's signed answer that nothing is real. */
  answer(): { readonly note: string; readonly publicKey: string } {
    const publicKey = derivePublicKey(this.#nodeSeed);
    const sign = (bytes: Uint8Array) => ed25519.sign(bytes, this.#nodeSeed);
    const said = { installation: this.name, marketTime: '2026-11-25T09:16:00+05:30', at: 1_764_000_000_000 };
    return { note: signRealityNote(said, { name: this.name, publicKey, sign }), publicKey: hex(publicKey) };
  }

  nodeKey(key: string): { readonly certificate: ProvedRecord; readonly retirement: ProvedRecord | null } | undefined {
    const proved = (act: NodeKeyAct): ProvedRecord | null => {
      const record = this.#records.get(NODE_KEY_RECORDS[act]);
      if (!record || key !== hex(derivePublicKey(this.#nodeSeed))) return null;
      const path = inclusionPath(this.#leaves, record.index).map(hex);
      return { ...record, size: this.size, path, note: this.#note() };
    };
    const certificate = proved('certify');
    return certificate ? { certificate, retirement: proved('retire') } : undefined;
  }

  #note(): string {
    const checkpoint = { name: this.name, size: this.size, root: treeRoot(this.#leaves), timeMs: this.#time };
    return signCheckpoint(checkpoint, this.#seed);
  }

  /** The newest checkpoint as the server answers it; undefined where it refuses a size that is beyond the log. */
  checkpoint(fromSize?: number): SmallCheckpoint | undefined {
    const { name, publicKey, size } = this;
    const answer = { name, publicKey, size, note: this.#note() };
    if (fromSize === undefined) return answer;
    if (fromSize > size) return undefined;
    const path = consistencyPath(this.#leaves, fromSize).map(hex);
    const root1 = hex(treeRoot(this.#leaves.slice(0, fromSize)));
    return {
      ...answer,
      consistency: { size1: fromSize, size2: size, root1, root2: hex(treeRoot(this.#leaves)), path },
    };
  }

  /** The proof of an entry by its uid; undefined when there is none. */
  proof(uid: string): (InclusionAnswer & { readonly line: number }) | undefined {
    const found = this.#entries.find((entry) => entry.uid === uid);
    if (!found) return undefined;
    const { index, ...entry } = found;
    return {
      entry,
      line: 2,
      index,
      size: this.size,
      path: inclusionPath(this.#leaves, index).map(hex),
      note: this.#note(),
    };
  }
}

import { setTimeout as rest } from 'node:timers/promises';
import type { Logger } from 'pino';
import { beginTenure, endHolder, readTenure, type Frontier } from '#modules/market/index.ts';
import type { Db } from '#src/ports/database.ts';

/** How often a server that stands by looks whether it is needed. */
const LOOK_EVERY_MS = 100;
/** A server that runs the market and has not said so for this long, by the database's clock, may be replaced. */
const SILENT_MS = 1_500;
/** An answer that took longer than this says more of the database than of the server that runs the market. */
const PROMPT_MS = 700;
/** Prompt looks in a row that must find it silent. */
const LOOKS = 2;

export type CandidateParts = {
  readonly db: Db;
  readonly lock: { take(): Promise<boolean>; readonly isHeld: boolean };
  readonly node: string;
  /** Host and port at which this server takes orders of others. */
  readonly address: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

/** What a server has won: the market at this frontier, or the right to begin the first day of the installation. */
export type Won = { readonly frontier: Frontier | undefined };

/** A server that may run the market, and waits until it is needed. */
export class Candidate {
  readonly #parts: CandidateParts;
  #silentLooks = 0;
  #leftEpoch: number | undefined;
  #wake: AbortController | undefined;

  constructor(parts: CandidateParts) {
    this.#parts = parts;
  }

  /** Its server has left the market, of which this was the epoch: there is no need to wait. */
  hearLeft(epoch: number): void {
    this.#leftEpoch = epoch;
    this.#wake?.abort();
  }

  /** Resolves when this server has the market; undefined when `signal` says to stop. */
  async won(signal: AbortSignal): Promise<Won | undefined> {
    this.#silentLooks = 0;
    while (!signal.aborted) {
      const won = await this.#look().catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'who runs the market cannot be asked');
        return undefined;
      });
      if (won) return won;
      this.#wake = new AbortController();
      const wake = AbortSignal.any([this.#wake.signal, signal]);
      await rest(LOOK_EVERY_MS, undefined, { signal: wake, ref: false }).catch(() => undefined);
    }
    return undefined;
  }

  async #look(): Promise<Won | undefined> {
    const { db, lock, log } = this.#parts;
    const isFree = await lock.take();
    const began = performance.now();
    const tenure = await readTenure(db);
    const isPrompt = performance.now() - began < PROMPT_MS;
    if (!tenure) return isFree ? { frontier: undefined } : undefined;
    const { epoch, holder } = tenure;
    if (isFree || this.#leftEpoch === epoch) return this.#takeOver(epoch);
    const isSilent = holder !== undefined && holder.silentMs > SILENT_MS;
    this.#silentLooks = isSilent && isPrompt ? this.#silentLooks + 1 : 0;
    if (this.#silentLooks < LOOKS) return undefined;
    this.#silentLooks = 0;
    log.warn({ node: holder?.node, silentMs: holder?.silentMs }, 'the server that runs the market is silent');
    // A transaction in which it was stopped keeps the frontier and members. Its lock would keep the next one from
    // noticing when this server is killed.
    if (holder)
      await endHolder(db, holder.node).catch((error: unknown) => log.warn({ err: error }, 'locks could not be freed'));
    return this.#takeOver(epoch);
  }

  /** By compare and set: of several that try, one has it. */
  async #takeOver(after: number): Promise<Won | undefined> {
    const { db, node, address } = this.#parts;
    const frontier = await beginTenure(db, { after, node, address });
    return frontier && { frontier };
  }
}

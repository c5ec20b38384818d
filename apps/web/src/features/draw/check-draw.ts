import type { Data } from '@khara/contract';
import {
  checkDrawRecords,
  DRAW_RECORDS,
  readDrawProof,
  verifyDraw,
  whoHash,
  type Progress,
  type RecordVerdict,
} from '@khara/lottery';
import { hex, readCheckpoint, unhex } from '@khara/proof';

export type PublishedDraw = Data<'drawProof'>;

/** What this device knows by itself, beside what the server publishes. */
export type DeviceFacts = {
  readonly userId: string | undefined;
  /** Numbers of the applications that this device sent to the offering. */
  readonly requestIds: readonly string[];
  /** Seals that were shown here before each was sent. */
  readonly commitments: readonly string[];
  /** The number that the server names, for a device that sent nothing itself. */
  readonly serverRequestId: string | undefined;
  /** The reader's application, as the server names it to them. */
  readonly applicationId: string | null;
  /** The log that this device follows. */
  readonly log: { readonly name: string; readonly publicKey: string } | undefined;
};

/** The steps as a reader is shown them, in their order. */
export const READER_STEPS = ['sealed', 'list', 'yours', 'simulated', 'seed', 'entropy', 'result', 'log'] as const;
export type ReaderStep = (typeof READER_STEPS)[number];
/**
 * `absent`: there is nothing to compare, and the step says why; it is never ticked. `unproved`: the step's
 * record of the log is missing, although the draw is over; the server may be seconds behind, or have none.
 */
export type Verdict = 'holds' | 'fails' | 'unproved' | 'absent';

export type DrawCheck = {
  /**
   * No step fails, and the log has all of it: otherwise it may follow from its seed and list, but nothing
   * shows that they were fixed beforehand.
   */
  readonly holds: boolean;
  readonly steps: Readonly<Record<ReaderStep, Verdict>>;
  /** What was expected and what came, of steps that failed. */
  readonly compared: Readonly<Partial<Record<ReaderStep, { readonly expected: string; readonly came: string }>>>;
  readonly count: number;
  readonly simulated: number;
  readonly winners: number;
  /** The last rank that got shares; undefined where nothing was drawn. */
  readonly lastWinner: number | undefined;
  readonly own:
    | {
        readonly applicationId: string;
        readonly lots: number;
        readonly shares: number;
        /** Place in the draw, from 1. */
        readonly rank: number | undefined;
        /** The number came from this device; otherwise the server named it. */
        readonly byDevice: boolean;
      }
    | undefined;
  /** The seal was shown on this device before the application was sent, and is the same. */
  readonly sealSeen: boolean;
};

/**
 * Runs a finished draw again and looks for the reader in it. `progress` gets the number of commitments
 * computed, of all: each application's, and each simulated applicant's. Throws when the draw is not finished.
 */
export function checkDraw(published: PublishedDraw, known: DeviceFacts, progress?: Progress): DrawCheck {
  const simulated = published.applications.filter(({ sim }) => sim !== undefined);
  const all = published.applications.length + simulated.length;
  const { steps: held, draw } = verifyDraw(readDrawProof(published), (done) => progress?.(done, all));
  const records = checkDrawRecords(published);
  const { openHash, applications, allotted, open } = published;
  const otherSeal = known.commitments.find((commitment) => commitment !== openHash);
  const own = findOwn(published, known);
  const isDrawn = published.version === 'khara/draw/1' && published.mode !== 'full_allotment';
  const order = isDrawn ? draw?.order : undefined;
  const allottedShares = (id: string): number => allotted?.[id] ?? 0;
  const log = checkLog(published, known.log);

  const steps: Record<ReaderStep, Verdict> = {
    sealed: logged(held.terms_match_commitment && otherSeal === undefined, records.openProof),
    list: logged(held.applications_are_valid && held.list_matches_root, records.closeProof),
    yours: own ? 'holds' : known.applicationId === null ? 'absent' : 'fails',
    simulated:
      simulated.length === 0
        ? 'absent'
        : verdict(areSimulated(open.offeringId, simulated, (done) => progress?.(applications.length + done, all))),
    seed: verdict(held.seed_matches_commitment),
    // Without outside entropy nothing was promised, so there is nothing to tick.
    entropy:
      held.entropy_is_of_its_round && open.entropy.kind === 'none' ? 'absent' : verdict(held.entropy_is_of_its_round),
    result: logged(held.mode_follows && held.allotment_follows, records.resultProof),
    log,
  };
  const winners = Object.values(allotted ?? {}).filter((shares) => shares > 0).length;
  const lastWinner = order && lastRank(order, allottedShares);
  return {
    holds: READER_STEPS.every((step) => steps[step] === 'holds' || steps[step] === 'absent'),
    steps,
    compared: {
      ...(otherSeal !== undefined && { sealed: { expected: otherSeal, came: openHash } }),
      ...(!held.list_matches_root &&
        draw && { list: { expected: published.listRoot ?? '', came: hex(draw.listRoot) } }),
    },
    count: applications.length,
    simulated: simulated.length,
    winners,
    lastWinner,
    own: own && {
      ...own,
      shares: allottedShares(own.applicationId),
      rank: order && order.indexOf(own.applicationId) + 1,
    },
    sealSeen: known.commitments.length > 0 && otherSeal === undefined,
  };
}

/** Simulated applicants between two reports of how far it is. */
const REPORT_EVERY = 2_000;

const verdict = (holds: boolean): Verdict => (holds ? 'holds' : 'fails');

/** Of a step that holds only with its record in the log. */
function logged(holds: boolean, record: RecordVerdict): Verdict {
  if (!holds || record === 'fails') return 'fails';
  return record === 'absent' ? 'unproved' : 'holds';
}

/** The reader's application: the one whose commitment follows from their id and a number that they know. */
function findOwn({ applications }: PublishedDraw, { userId, requestIds, serverRequestId }: DeviceFacts) {
  if (userId === undefined) return undefined;
  const find = (requestId: string) => {
    const who = hex(whoHash(userId, requestId));
    return applications.find((application) => application.who === who);
  };
  for (const requestId of requestIds) {
    const found = find(requestId);
    if (found) return { applicationId: found.applicationId, lots: found.lots, byDevice: true };
  }
  const fromServer = serverRequestId === undefined ? undefined : find(serverRequestId);
  return fromServer && { applicationId: fromServer.applicationId, lots: fromServer.lots, byDevice: false };
}

/**
 * Simulated applicants have ids and numbers that any reader can compute, each once: they are no place to hide a friend.
 */
function areSimulated(
  offeringId: string,
  simulated: PublishedDraw['applications'],
  progress: (done: number) => void,
): boolean {
  const numbers = new Set(simulated.map(({ sim }) => sim));
  return (
    numbers.size === simulated.length &&
    simulated.every(({ sim, who }, index) => {
      if (index % REPORT_EVERY === 0) progress(index);
      return who === hex(whoHash(`sim:${sim}`, `sim-${offeringId}-${sim}`));
    })
  );
}

function lastRank(order: readonly string[], sharesOf: (id: string) => number): number {
  const last = order.findLastIndex((id) => sharesOf(id) > 0);
  return last + 1;
}

/** Whether the notes over the three records are signed by the log that this device follows. */
function checkLog(published: PublishedDraw, log: DeviceFacts['log']): Verdict {
  if (!log) return 'absent';
  const key = { name: log.name, publicKey: unhex(log.publicKey) };
  const notes = DRAW_RECORDS.map((name) => published[name]?.note);
  if (notes.some((note) => note !== undefined && !readCheckpoint(note, key).ok)) return 'fails';
  return notes.includes(undefined) ? 'unproved' : 'holds';
}

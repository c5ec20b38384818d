import type { ClaimFault } from '@khara/proof';
import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';
import { keptLog, putLogAside } from './kept-log.ts';

/**
 * What this device has found out about the log: kept until its reader has looked, and listed afterwards. A
 * finding is about the log and belongs to the device; what it keeps of a member is a receipt, which names
 * neither amounts nor accounts.
 */
export type LogFinding = {
  /** When it was found, by this device's clock. Also its name. */
  readonly at: number;
  readonly fault: ClaimFault;
  readonly expected: string;
  readonly came: string;
  /** The newest checkpoint that the device had believed; absent when it had none. */
  readonly saw?: { readonly size: number; readonly timeMs: number } | undefined;
  /** Text of the file by which another can check it. */
  readonly file: string;
  readonly seen: boolean;
  /** The reader goes on with the log as it is now. */
  readonly closed: boolean;
};

type FaultEvidence = Pick<LogFinding, 'fault' | 'expected' | 'came'> & {
  readonly evidence: unknown;
  readonly saw?: LogFinding['saw'];
};

const KEY = 'logFindings';
/** Newest findings that are kept: a file may have 50 checkpoints of 250 bytes. */
const MAX_FINDINGS = 5;

const read = (): readonly LogFinding[] => {
  const kept = readStoredJson(KEY);
  return Array.isArray(kept) ? (kept as LogFinding[]) : []; // written by us below
};

/** Newest first. */
export const useFindings = create<{ readonly findings: readonly LogFinding[] }>()(() => ({ findings: read() }));

function write(findings: readonly LogFinding[]): void {
  store(KEY, JSON.stringify(findings));
  useFindings.setState({ findings });
}

/** The file of evidence: what this device knew, and what did not agree. */
export const evidenceFile = (at: number, verdict: unknown, now: unknown): string =>
  JSON.stringify(
    { what: 'khara/evidence/1', at: new Date(at).toISOString(), page: location.origin, knew: keptLog(), now, verdict },
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );

/** Keeps a finding. One that is open already is not found again: the first shows the most. */
export function keepFinding({ fault, expected, came, saw, evidence }: FaultEvidence, at = Date.now()): void {
  const found = { fault, expected, came, saw };
  const findings = read();
  if (findings.some((before) => before.fault === fault && !before.closed)) return;
  const file = evidenceFile(at, { ok: false, ...found, evidence }, null);
  write([{ ...found, at, file, seen: false, closed: false }, ...findings].slice(0, MAX_FINDINGS));
}

/** The reader has it before their eyes. */
export function markSeen(): void {
  if (read().some(({ seen }) => !seen)) write(read().map((finding) => ({ ...finding, seen: true })));
}

/** The reader goes on; the finding stays listed. */
export const closeFinding = (at: number): void =>
  write(read().map((finding) => (finding.at === at ? { ...finding, closed: true } : finding)));

/** Begins anew with the log that the server shows now. Findings stay listed. */
export function closeFindings(): void {
  putLogAside();
  write(read().map((finding) => ({ ...finding, seen: true, closed: true })));
}

// Another tab has found something, or its reader has looked.
window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) useFindings.setState({ findings: read() });
});

export const isOpen = ({ closed }: LogFinding): boolean => !closed;
export const isUnseen = ({ seen }: LogFinding): boolean => !seen;

import { readShareDay, type ShareDay, type WhatIf } from '@khara/market-day';
import { checkDay, type DayCheck, type DayProof } from './check-day.ts';
import { type LabDay, type Lane, playLane } from './lane.ts';
import { laneResult, type LaneResult } from './result.ts';

/*
 * Plays days beside the page: it fetches the order log, and no step of it is played anywhere else.
 */

/** Where days come from: an installation's calls, or files that `npm run lab:static` or `record-day` wrote. */
export type DaySource = {
  readonly kind: 'server' | 'files';
  /** Address before `/app/…`, or of the folder with the files. */
  readonly base: string;
  /** Of a server: the folder with the recorded day of another installation, which is listed after the server's own. */
  readonly recorded?: string;
  /** Of the reader, for what a refusal says. */
  readonly lang: string;
};

export type ListedDay = {
  readonly marketDate: string;
  readonly version: string;
  /** Another installation's, of files that came with the app. */
  readonly isRecorded?: boolean;
};

export type ClosedDays = {
  /** Those of the market itself, the newest first, then the recorded one. */
  readonly days: readonly ListedDay[];
  /** The market day that runs; undefined of files. */
  readonly running?: string | undefined;
  /** The share that is shown first, of files. */
  readonly code?: string | undefined;
};

export type LabRequest = { readonly id: number; readonly source: DaySource } & (
  | { readonly do: 'days' }
  | { readonly do: 'open'; readonly listed: ListedDay; readonly code: string }
  | { readonly do: 'change'; readonly changes: readonly WhatIf[] }
  | { readonly do: 'check'; readonly knownKey: string | undefined }
);

/** Why there is no lane: a name of features/lab's texts, or a refusal of the server in the reader's words. */
export type LabFailure = { readonly reason: string; readonly message?: string | undefined };

/** Two lanes with what a what-if came to in each. */
export type Compared = {
  readonly lane: Lane;
  readonly was: LaneResult | undefined;
  readonly would: LaneResult | undefined;
  /** `would` less `was`, in paise. */
  readonly differencePaise: bigint;
};

export type LabAnswer = { readonly id: number } & (
  | { readonly is: 'progress'; readonly part: number }
  | { readonly is: 'days'; readonly days: ClosedDays }
  | { readonly is: 'opened'; readonly day: LabDay; readonly lane: Lane }
  | { readonly is: 'changed'; readonly compared: Compared }
  | { readonly is: 'checked'; readonly check: DayCheck }
  | { readonly is: 'failed'; readonly failure: LabFailure }
);

class Refused extends Error {
  readonly failure: LabFailure;
  constructor(failure: LabFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The day that is open. */
let open: { readonly log: ShareDay; readonly lane: Lane; readonly listed: ListedDay } | undefined;

addEventListener('message', ({ data }: MessageEvent<LabRequest>) => {
  run(data).then(tell, (error: unknown) =>
    tell({ id: data.id, is: 'failed', failure: error instanceof Refused ? error.failure : { reason: 'offline' } }),
  );
});

async function run(request: LabRequest): Promise<LabAnswer> {
  const { id, source } = request;
  switch (request.do) {
    case 'days':
      return { id, is: 'days', days: await loadDays(source) };
    case 'open': {
      const { listed, code } = request;
      const from = sourceOf(source, listed);
      const log = await shareLog(from, listed, code);
      let played = playLane(log);
      let of = log;
      if ('refused' in played && played.refused === 'whole_market') {
        of = read(await wholeLog(from, listed), code, true);
        played = playLane(of);
      }
      if ('refused' in played) throw new Refused({ reason: played.refused });
      open = { log: of, lane: played.lane, listed };
      return { id, is: 'opened', ...played };
    }
    case 'change': {
      if (!open) throw new Refused({ reason: 'unreadable' });
      const { log, lane, listed } = open;
      const date = listed.marketDate;
      const played = playLane(log, request.changes);
      if ('refused' in played) throw new Refused({ reason: played.refused });
      const { changed } = played.lane;
      const was = laneResult(lane, changed, date);
      const would = laneResult(played.lane, changed, date);
      const differencePaise = (would?.worthPaise ?? 0n) - (was?.worthPaise ?? 0n);
      return { id, is: 'changed', compared: { lane: played.lane, was, would, differencePaise } };
    }
    case 'check': {
      if (!open) throw new Refused({ reason: 'unreadable' });
      const { log, lane, listed } = open;
      const from = sourceOf(source, listed);
      const [lines, proof] = await Promise.all([wholeLog(from, listed), loadProof(from, listed.marketDate)]);
      const knownKey = listed.isRecorded ? undefined : request.knownKey;
      try {
        const check = checkDay({ lines, lane, code: log.code, proof, knownKey }, (part) =>
          tell({ id, is: 'progress', part }),
        );
        return { id, is: 'checked', check };
      } catch (error) {
        const found = error instanceof Error ? error.message : String(error);
        return { id, is: 'checked', check: { is: 'differs', what: 'log', expected: proof.record?.leaf ?? '', found } };
      }
    }
  }
}

/** The recorded day of another installation stands in files, whatever the others come from. */
const sourceOf = (source: DaySource, { isRecorded }: ListedDay): DaySource =>
  isRecorded && source.recorded !== undefined ? { kind: 'files', base: source.recorded, lang: source.lang } : source;

async function shareLog(source: DaySource, day: ListedDay, code: string): Promise<ShareDay> {
  if (source.kind === 'files')
    return read(await wholeLog(source, day), code, false, await loadIndex(source, day.marketDate));
  return read(await loadLog(source, day, code), code, false);
}

const wholeLog = (source: DaySource, day: ListedDay): Promise<readonly string[]> => loadLog(source, day);

async function loadLog({ base, kind, lang }: DaySource, { marketDate, version }: ListedDay, code?: string) {
  const query = new URLSearchParams({ marketDate, ...(code !== undefined && { code }), version });
  const address = kind === 'files' ? `${base}days/${marketDate}.jsonl` : `${base}/app/market/dayLog?${query}`;
  const response = await fetch(address, { headers: kind === 'files' ? {} : { lang }, credentials: 'omit' });
  const text = await response.text();
  if (!response.ok) throw new Refused({ reason: 'no_order_log' });
  if (response.headers.get('content-type')?.includes('application/json')) throw refusedBy(JSON.parse(text));
  return text.split('\n');
}

/** A file server has one log for all shares; its list has the range of the index of each day. */
async function loadIndex({ base }: DaySource, date: string): Promise<readonly [number, number] | null> {
  const { days } = (await json(`${base}days.json`)) as {
    readonly days: readonly { readonly marketDate: string; readonly index: readonly [number, number] | null }[];
  }; // a boundary: `npm run lab:static` wrote it
  return days.find(({ marketDate }) => marketDate === date)?.index ?? null;
}

function read(
  lines: readonly string[],
  code: string,
  isWhole: boolean,
  index: readonly [number, number] | null = null,
): ShareDay {
  const log = readShareDay(lines, code, { isWhole, index });
  if ('refused' in log) throw new Refused({ reason: log.refused });
  return log;
}

async function loadDays(source: DaySource): Promise<ClosedDays> {
  // A boundary: a command of ours wrote the files, the call table has the answer.
  const fromFiles = async (base: string) => (await json(`${base}days.json`)) as ClosedDays;
  if (source.kind === 'files') return fromFiles(source.base);
  const own = (await asked(source, 'closedDays', {})) as ClosedDays;
  if (source.recorded === undefined) return own;
  const recorded = await fromFiles(source.recorded).catch(() => ({ days: [] }));
  return { ...own, days: [...own.days, ...recorded.days.map((day) => ({ ...day, isRecorded: true }))] };
}

const loadProof = async (source: DaySource, marketDate: string): Promise<DayProof> =>
  (await (source.kind === 'files'
    ? json(`${source.base}days/${marketDate}.proof.json`)
    : asked(source, 'dayProof', { marketDate }))) as DayProof; // the call table's

async function asked({ base, lang }: DaySource, call: string, body: object): Promise<unknown> {
  const response = await fetch(`${base}/app/market/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang },
    body: JSON.stringify(body),
    credentials: 'omit',
  });
  const envelope = (await response.json()) as { readonly code: number; readonly data: unknown };
  if (envelope.code !== 200) throw refusedBy(envelope);
  return envelope.data;
}

async function json(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Refused({ reason: 'no_order_log' });
  return response.json();
}

/** What stands in the place of an answer. A boundary: its shape is looked at field by field. */
function refusedBy(envelope: unknown): Refused {
  const { msg, data } = (envelope ?? {}) as {
    readonly msg?: unknown;
    readonly data?: { readonly reason?: unknown } | null;
  };
  const reason = typeof data?.reason === 'string' ? data.reason : 'refused';
  return new Refused({ reason, message: typeof msg === 'string' ? msg : undefined });
}

function tell(answer: LabAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name, only the page that made it
  postMessage(answer);
}

import { hash, hex, utf8 } from '@khara/proof';
import { RULES, RULES_VERSION, THRESHOLD } from '@khara/credit';
import { findRecord, recordsOfType } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';
import { erasedMembers } from './recorded-rows.ts';

/** Each score has its events and no others: what lowers it, what ended that, and the rules by which both count. */
export const verifyScore: Check = async (tx) => [await events(tx), await appeals(tx), await rules(tx)];

type KeptEvent = {
  readonly id: string;
  readonly memberId: string;
  readonly rule: string;
  readonly points: number;
  readonly at: number;
  readonly expiresAt: number;
  readonly about: string;
  readonly facts: string;
  readonly endedAt: number | undefined;
  readonly endReason: 'cured' | 'voided' | undefined;
  readonly logSalt: Uint8Array | undefined;
};

/** What the log says of one event, all its records together. */
type LoggedEvent = {
  added?: Readonly<Record<string, unknown>>;
  healedAt?: number;
  voidedAt?: number;
};

async function events(tx: Queryable): Promise<Finding> {
  const found = finding('score_events_recorded');
  const erased = await erasedMembers(tx);
  const said = await saidOfEvents(tx);
  const rows = await tx.query<KeptEvent>(
    'verify.score_events',
    `SELECT e.id, e.member_id, e.rule, e.points, e.at, e.expires_at, e.about, e.facts::text AS facts, e.ended_at, e.end_reason, m.log_salt
     FROM credit.event e LEFT JOIN accounts.member m ON m.id = e.member_id ORDER BY e.id`,
  );
  for (const row of rows) {
    const { added, healedAt, voidedAt } = said.get(row.id) ?? {};
    said.delete(row.id);
    const { id, at, expiresAt } = row;
    if (!added) found.add(`event ${id} of the credit score has no record in the log`);
    else if (
      added['owner'] !== `u:${row.memberId}` ||
      added['rule'] !== row.rule ||
      added['points'] !== row.points ||
      added['at'] !== at ||
      added['expiresAt'] !== expiresAt ||
      added['about'] !== row.about ||
      (!erased.has(row.memberId) && added['facts'] !== hashFacts(row))
    ) {
      found.add(`event ${id} of the credit score is not what the log says`);
    }
    const endedAt = row.endReason === 'cured' ? healedAt : row.endReason === 'voided' ? voidedAt : undefined;
    const isEnded = healedAt !== undefined || voidedAt !== undefined;
    if ((row.endReason !== undefined) !== isEnded || (row.endedAt !== undefined && endedAt === undefined)) {
      found.add(`event ${id} of the credit score ended otherwise than the log says`);
    } else if (row.endedAt !== undefined && row.endedAt !== Math.max(endedAt ?? 0, at)) {
      found.add(`event ${id} of the credit score ended at another instant than the log says`);
    }
  }
  for (const id of said.keys()) found.add(`the log has event ${id} of the credit score, which is gone`);
  return found.end();
}

/** As credit.add_event hashes them: under the salt of the member, whose rows these facts are. */
const hashFacts = ({ logSalt: salt, facts }: KeptEvent): string | null =>
  salt === undefined ? null : hex(hash(new Uint8Array(salt), utf8(facts)));

async function saidOfEvents(tx: Queryable): Promise<Map<string, LoggedEvent>> {
  const said = new Map<string, LoggedEvent>();
  const of = (id: string): LoggedEvent => {
    const there = said.get(id) ?? {};
    said.set(id, there);
    return there;
  };
  for (const { json } of await recordsOfType(tx, 'score.event')) {
    const record = JSON.parse(json);
    if ('healedAt' in record) of(record.event).healedAt = record.healedAt;
    else of(record.event).added = record;
  }
  // An event that was over is not ended a second time by an appeal that time has upheld.
  for (const { json } of await recordsOfType(tx, 'score.void')) {
    const { event, at } = JSON.parse(json);
    if (of(event).healedAt === undefined) of(event).voidedAt = at;
  }
  return said;
}

async function appeals(tx: Queryable): Promise<Finding> {
  const found = finding('appeals_recorded');
  const records = await recordsOfType(tx, 'score.appeal');
  const said = new Map(records.map(({ ref, json }) => [ref, JSON.parse(json)]));
  const rows = await tx.query<{
    readonly id: string;
    readonly eventId: string;
    readonly memberId: string;
    readonly state: 'open' | 'upheld' | 'declined';
    readonly decidedAt: number | undefined;
    readonly decidedBy: string | undefined;
    readonly reason: string | undefined;
    readonly maker: string | undefined;
    readonly checker: string | undefined;
  }>(
    'verify.appeals',
    'SELECT id, event_id, member_id, state, decided_at, decided_by, reason, maker, checker FROM credit.appeal ORDER BY id',
  );
  for (const row of rows) {
    const record = said.get(row.id);
    said.delete(row.id);
    if (row.state === 'open' && !record) continue;
    const isSame =
      record?.event === row.eventId &&
      record.owner === `u:${row.memberId}` &&
      record.state === row.state &&
      record.by === row.decidedBy &&
      record.reason === row.reason &&
      record.maker === row.maker &&
      record.checker === row.checker &&
      record.at === row.decidedAt;
    if (!isSame) found.add(`appeal ${row.id} is ${row.state}, and the log says otherwise`);
  }
  for (const id of said.keys()) found.add(`the log has a decision of appeal ${id}, which is gone`);
  return found.end();
}

/** The rules of the database are those of the code, and those that the log published. */
async function rules(tx: Queryable): Promise<Finding> {
  const found = finding('score_rules');
  const rows = await tx.query<{ id: string; points: number; lifeMs: number }>(
    'verify.score_rules',
    'SELECT id, points, life_ms AS "lifeMs" FROM credit.rule',
  );
  const kept = new Map(rows.map(({ id, points, lifeMs }) => [id, `${points} for ${lifeMs} ms`]));
  for (const { id, points, lifeMs } of RULES) {
    const rule = kept.get(id);
    kept.delete(id);
    if (rule !== `${points} for ${lifeMs} ms`) found.add(`rule ${id} takes ${rule ?? 'nothing'}`);
  }
  for (const id of kept.keys()) found.add(`nothing knows the rule ${id}`);
  const record = await findRecord(tx, 'score.rules', RULES_VERSION);
  const published = JSON.stringify({ version: RULES_VERSION, threshold: THRESHOLD, rules: RULES });
  if (record && record.json !== published) found.add(`${RULES_VERSION} was published with other rules`);
  return found.end();
}

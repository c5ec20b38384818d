import { isDeepStrictEqual } from 'node:util';
import { VOTES } from '#modules/votes/index.ts';
import { textsFor } from '@khara/texts';
import { anyMentionsPaymentDetails } from '#modules/console/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/** What members read and nothing else holds: votes with their options, and where notices lead. */
export const verifyContent: Check = async (tx) => [await votes(tx), await links(tx), await plain(tx)];

/** Votes come from the build. */
async function votes(tx: Queryable): Promise<Finding> {
  const found = finding('votes_of_the_build');
  const rows = await tx.query<{ id: string; said: { texts: unknown; options: unknown } }>(
    'verify.votes',
    `SELECT v.id, json_build_object(
       'texts', (SELECT json_object_agg(t.language, json_build_object('title', t.title, 'description', t.description))
         FROM content.vote_text t WHERE t.vote_id = v.id),
       'options', (SELECT json_agg(json_build_object('id', o.id, 'flag', o.flag, 'names', o.names) ORDER BY o.place)
         FROM content.vote_option o WHERE o.vote_id = v.id)) AS said
     FROM content.vote v`,
  );
  const made = new Map(VOTES.map(({ id, texts, options }) => [id, { texts, options }]));
  for (const { id, said } of rows) {
    if (!isDeepStrictEqual(said, made.get(id))) found.add(`vote ${id} is not the one that this version opens`);
  }
  return found.end();
}

/**
 * A notice is a text of the build with facts in it, and none of them is an address or an account to pay to. Names that
 * members gave to what is their own are theirs.
 */
async function plain(tx: Queryable): Promise<Finding> {
  const found = finding('notices_plain');
  const rows = await tx.query<{ id: bigint; key: string; params: Readonly<Record<string, unknown>> }>(
    'verify.notice_params',
    'SELECT id, key, params FROM notices.notice WHERE announcement_id IS NULL ORDER BY id',
  );
  for (const { id, key, params } of rows) {
    if (!(key in textsFor('en').notices)) found.add(`notice ${id} is ${key}, which no text is for`);
    else if (Object.entries(params).some(([name, value]) => name !== 'name' && anyMentionsPaymentDetails(value)))
      found.add(`notice ${id} says where to pay`);
  }
  return found.end();
}

/** A notice leads to a page of the app, and that of an announcement where the announcement does. */
async function links(tx: Queryable): Promise<Finding> {
  const found = finding('notice_links');
  const rows = await tx.query<{ id: bigint }>(
    'verify.notice_links',
    `SELECT n.id FROM notices.notice n LEFT JOIN notices.announcement a ON a.id = n.announcement_id
     WHERE CASE WHEN a.id IS NULL THEN n.link !~ '^/pages/[a-z]' ELSE n.link IS DISTINCT FROM a.link END`,
  );
  for (const { id } of rows) found.add(`notice ${id} leads elsewhere`);
  return found.end();
}

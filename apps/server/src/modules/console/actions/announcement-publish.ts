import { membersAfter } from '#modules/accounts/index.ts';
import { notifyAllMembers, type Announcement } from '#modules/notices/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import { whyUnfit } from '../unfit.ts';
import { withNotices, type Action } from './action.ts';

const PAGE = 1_000;

/** Ids of all members there are. */
async function allMemberIds(tx: Tx): Promise<readonly string[]> {
  const all: string[] = [];
  for (let page = await membersAfter(tx, '', PAGE); page.length > 0; page = await membersAfter(tx, all.at(-1)!, PAGE))
    all.push(...page);
  return all;
}

/** An announcement brings its own id. */
export const announcementPublish: Action<{ readonly announcement: Pick<Announcement, 'texts' | 'link'> }> = {
  termsOf: ({ announcement }) => announcement && { announcement },
  async subjectOf({ backOffice }, subject, { announcement }) {
    if (!/^[a-z0-9-]{3,64}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    const unfit = whyUnfit(announcement, 'payload');
    if (unfit) return unfit;
    const sent = await backOffice.query('console.is_announced', 'SELECT FROM console.announcement_line WHERE id = $1', [
      subject,
    ]);
    return sent.length > 0 ? refuse('already_there', { field: 'subject' }) : done(subject);
  },
  async execute(tx, deps, { subject, terms, maker, checker }) {
    const announcement = { id: subject, ...terms.announcement, maker, checker, at: deps.clock.now() };
    const sent = await notifyAllMembers(tx, announcement, await allMemberIds(tx));
    return sent ? withNotices(deps, sent) : { failure: 'already_there' };
  },
  decided: `
    SELECT 'announcement ' || a.id AS what, EXISTS (
      SELECT FROM done r WHERE r.subject = a.id AND r.maker = a.maker AND r.checker = a.checker
        AND r.payload -> 'announcement' -> 'texts' = a.texts) AS ok
    FROM notices.announcement a`,
};

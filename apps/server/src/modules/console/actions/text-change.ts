import { applyDecidedText, FIXED_TEXTS, fixedTextVersions, type DecidedText } from '#modules/config/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { whyUnfit } from '../unfit.ts';
import { withNotices, type Action } from './action.ts';

export const textChange: Action<{ readonly text: Pick<DecidedText, 'base' | 'texts'> }> = {
  termsOf: ({ text }) => text && { text },
  async subjectOf({ backOffice }, subject, { text }) {
    if (!FIXED_TEXTS.includes(subject)) return refuse('not_found', { field: 'subject' });
    const unfit = whyUnfit(text.texts, 'payload');
    if (unfit) return unfit;
    const [newest] = await fixedTextVersions(backOffice, subject);
    return (newest?.version ?? 0) === text.base ? done(subject) : refuse('already_there', { field: 'payload' });
  },
  async execute(tx, deps, { id, subject, terms: { text }, maker, checker }) {
    const at = deps.clock.now();
    const version = await applyDecidedText(tx, { id: subject, ...text, requestId: id, maker, checker, at });
    return version === undefined ? { failure: 'already_there' } : withNotices(deps);
  },
  decided: `
    SELECT 'fixed text ' || t.id AS what, EXISTS (
      SELECT FROM done r WHERE r.id = t.request_id::text AND r.subject = t.id AND r.maker = t.maker AND r.checker = t.checker
        AND r.payload -> 'text' -> 'texts' = t.texts) AS ok
    FROM content.fixed_text t
    UNION ALL SELECT 'fixed text ' || r.subject, EXISTS (SELECT FROM content.fixed_text t WHERE t.request_id::text = r.id) FROM done r`,
};

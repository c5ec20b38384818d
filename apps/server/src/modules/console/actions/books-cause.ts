import { expectRecord } from '#modules/ledger/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { booksStop } from '../store.ts';
import { withNotices, type Action } from './action.ts';

/** Shorter is no explanation: the ledger asks for as much. */
const MIN_CAUSE = 10;

export const booksCause: Action<{ readonly cause: string }> = {
  termsOf: ({ cause = '' }) => (cause.trim().length >= MIN_CAUSE ? { cause: cause.trim() } : undefined),
  async subjectOf({ backOffice }, subject) {
    const stop = await booksStop(backOffice);
    return String(stop?.id) === subject ? done(subject) : refuse('not_found', { field: 'subject' });
  },
  async execute(tx, deps, { id }) {
    expectRecord(tx, 'books.cause', {}, { isMany: true });
    expectRecord(tx, 'books.resume');
    const [line] = await tx.query<{ recorded: boolean }>(
      'console.record_cause',
      'SELECT console.record_cause($1) AS recorded',
      [id],
    );
    return line?.recorded ? withNotices(deps) : { failure: 'not_found' };
  },
};

import { lineChanges } from '../lib/line-changes.ts';
import css from './changed-lines.module.css';

/** What a text loses and what it gets instead, line by line; nothing when it stays as it is. */
export function ChangedLines({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = lineChanges(before, after);
  if (lines.length === 0) return null;
  return (
    <ul className={css.changes}>
      {lines.map(({ kind, text }, at) => (
        <li key={`${kind} ${at}`} className={css[kind]}>
          {kind === 'gone' ? <del>{text}</del> : <ins>{text}</ins>}
        </li>
      ))}
    </ul>
  );
}

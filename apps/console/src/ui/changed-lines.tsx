import { lineChanges } from './line-changes.ts';

/** What a text loses and what it gets instead, line by line; nothing when it stays as it is. */
export function ChangedLines({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = lineChanges(before, after);
  if (lines.length === 0) return null;
  return (
    <ul className="changes">
      {lines.map(({ kind, text }, at) => (
        <li key={`${kind} ${at}`} className={kind}>
          {kind === 'gone' ? <del>{text}</del> : <ins>{text}</ins>}
        </li>
      ))}
    </ul>
  );
}

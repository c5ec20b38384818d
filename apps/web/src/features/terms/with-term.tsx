import type { TermName } from './term-sheet.tsx';
import { Term } from './term.tsx';
import css from './term.module.css';

/**
 * A sentence in which a word can be asked about: "Settles tomorrow (T+1)." The word is written the same in
 * every language.
 */
export function WithTerm({
  text,
  word,
  name,
}: {
  readonly text: string;
  readonly word: string;
  readonly name: TermName;
}) {
  const at = text.indexOf(word);
  if (at < 0) return text;
  const before = text.slice(0, at);
  const after = text.slice(at + word.length);
  // What stands around the word without a space stays on its line.
  const opens = /[(（]?$/.exec(before)?.[0] ?? '';
  const closes = /^[^\s\p{L}]*/u.exec(after)?.[0] ?? '';
  return (
    <>
      {before.slice(0, before.length - opens.length)}
      <span className={css.whole}>
        {opens}
        <Term name={name}>{word}</Term>
        {closes}
      </span>
      {after.slice(closes.length)}
    </>
  );
}

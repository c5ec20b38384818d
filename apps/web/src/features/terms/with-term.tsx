import type { TermName } from './term-sheet.tsx';
import { Term } from './term.tsx';

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
  return (
    <>
      {text.slice(0, at)}
      <Term name={name}>{word}</Term>
      {text.slice(at + word.length)}
    </>
  );
}

/** The little Markdown of the configured texts (privacy, terms, help): headings, lists, paragraphs, bold and slanted words. */

export type Words = { readonly text: string; readonly tone?: 'strong' | 'em' };
export type Block =
  | { readonly kind: 'heading'; readonly words: readonly Words[] }
  | { readonly kind: 'paragraph'; readonly words: readonly Words[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Words[])[] };

const ITEM = /^(?:[-*]|(\d+)\.)\s+(.*)$/;

/** Blocks are parted by empty lines; a heading or a list may also follow at once. */
export function readProse(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', words: readWords(lines.join(' ')) });
    lines = [];
  };
  let list: { ordered: boolean; items: (readonly Words[])[] } | undefined;
  for (const line of source.split('\n').map((text) => text.trim())) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    if (!item) list = undefined;
    if (line === '' || heading || item) endParagraph();
    if (heading) blocks.push({ kind: 'heading', words: readWords(heading[1] ?? '') });
    else if (item) {
      const ordered = item[1] !== undefined;
      if (list?.ordered !== ordered) {
        list = { ordered, items: [] };
        blocks.push({ kind: 'list', ...list });
      }
      list.items.push(readWords(item[2] ?? ''));
    } else if (line !== '') lines.push(line);
  }
  endParagraph();
  return blocks;
}

/** A mark without its partner is shown as it stands. */
function readWords(text: string): readonly Words[] {
  const words: Words[] = [];
  let from = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*/g)) {
    if (match.index > from) words.push({ text: text.slice(from, match.index) });
    words.push(match[1] === undefined ? { text: match[2] ?? '', tone: 'em' } : { text: match[1], tone: 'strong' });
    from = match.index + match[0].length;
  }
  if (from < text.length) words.push({ text: text.slice(from) });
  return words;
}

import { parseSync } from 'oxc-parser';

/** Columns of a line that is a comment, at most. */
const MAX_COLUMNS = 120;

/** Columns to which a paragraph with a longer line is filled. */
const FILL_COLUMNS = 110;

/** A comment with its lines to itself, from the start of its first line to the end of its last one. */
type WholeLines = { readonly start: number; readonly end: number; readonly kind: 'line' | 'block' };

const columns = (line: string): number => [...line].length;

const isLong = (line: string): boolean => columns(line) > MAX_COLUMNS;

/** Comments with lines to themselves; of `//` each line is one. */
function commentsIn(file: string, text: string): WholeLines[] {
  const spans = file.endsWith('.css')
    ? [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ 0: all, index }) => ({ start: index, end: index + all.length }))
    : parseSync(file, text).comments;
  return spans.flatMap(({ start, end }) => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const newline = text.indexOf('\n', end);
    const to = newline === -1 ? text.length : newline;
    const isWhole = /^\s*\{?$/.test(text.slice(from, start)) && /^\}?$/.test(text.slice(end, to));
    const kind = text.startsWith('//', start) ? 'line' : 'block';
    return isWhole ? [{ start: from, end: to, kind } as const] : [];
  });
}

/** Lines of comments that are too long, by number. A line that is one address cannot be broken. */
export function longComments(file: string, text: string): number[] {
  if (!text.split('\n').some(isLong)) return [];
  const lineNumber = (position: number) => text.slice(0, position).split('\n').length;
  const whole = commentsIn(file, text).flatMap(({ start, end }) => {
    const first = lineNumber(start);
    return text
      .slice(start, end)
      .split('\n')
      .flatMap((line, at) => (isLong(line) && !isUnbreakable(line) && !isDirective(line) ? [first + at] : []));
  });
  return [...whole, ...trailingComments(file, text).map(({ start }) => lineNumber(start))].toSorted((a, b) => a - b);
}

/** `//` comments behind code, in lines that are too long: the lines' starts, and where the comments begin. */
function trailingComments(file: string, text: string): { readonly start: number; readonly comment: number }[] {
  if (file.endsWith('.css')) return [];
  const { comments } = parseSync(file, text);
  // Within a template or a text of JSX a line of its own would be no comment.
  const mayStandAt = (start: number) =>
    parseSync(file, `${text.slice(0, start)}//\n${text.slice(start)}`).comments.length > comments.length;
  return comments.flatMap(({ start: comment, end }) => {
    const start = text.lastIndexOf('\n', comment - 1) + 1;
    const code = text.slice(start, comment);
    const isTrailing = code.trim() !== '' && text.startsWith('//', comment);
    return isTrailing && isLong(code + text.slice(comment, end)) && mayStandAt(start) ? [{ start, comment }] : [];
  });
}

/** The source with each comment that makes a line of code too long in a line of its own, above it. */
function withCommentsAbove(file: string, text: string): string {
  let moved = text;
  // From the last to the first, so that the places found stay right.
  for (const { start, comment } of trailingComments(file, text).toReversed()) {
    const newline = moved.indexOf('\n', comment);
    const end = newline === -1 ? moved.length : newline;
    const indent = /^\s*/.exec(moved.slice(start))![0];
    const code = moved.slice(start, comment).trimEnd();
    moved = `${moved.slice(0, start)}${indent}${asSentence(moved.slice(comment, end))}\n${code}${moved.slice(end)}`;
  }
  return moved;
}

/** A word that no break makes fit. */
const isUnbreakable = (line: string): boolean => line.split(/\s+/).some((word) => columns(word) > 70);

/** What a tool reads: a rule that is switched off, a type that is referred to. It ends with its line. */
const isDirective = (line: string): boolean =>
  /^\s*\/\/\/|^\s*(\/\/|\/?\*+)?\s*(@ts-|eslint|oxlint|oxfmt|biome|prettier|c8 |v8 |#region|#endregion)/.test(line);

/** An item of a list, or a tag of JSDoc: it begins a line of its own. */
const ITEM = /^((?:[-*]|\d+[.)]) |@\w+ )/;

/** Text of a comment without its marks, its paragraphs filled. Samples, tables and indented lines stay as they are. */
function fillText(lines: readonly string[], width: number): string[] {
  const out: string[] = [];
  let paragraph: string[] = [];
  let inFence = false;
  const close = () => {
    if (paragraph.some((line) => columns(line) > width + MAX_COLUMNS - FILL_COLUMNS)) {
      const hang = /^(?:[-*]|\d+[.)]) /.exec(paragraph[0]!)?.[0].length ?? 0;
      out.push(...fill(paragraph.join(' '), width, hang));
    } else out.push(...paragraph);
    paragraph = [];
  };
  for (const line of lines) {
    const isFence = line.trimStart().startsWith('```');
    const isContinued = paragraph.length > 0 && ITEM.test(paragraph[0]!) && /^ {2,4}\S/.test(line);
    const isRaw =
      inFence || isFence || line.trim() === '' || line.startsWith('|') || isDirective(line) || /^-{3,}/.test(line);
    if (isRaw || (line.startsWith('  ') && !isContinued)) {
      close();
      out.push(line);
      if (isFence) inFence = !inFence;
    } else {
      if (ITEM.test(line)) close();
      paragraph.push(line);
    }
  }
  close();
  return out;
}

/** Words in lines; code in backticks and `{@link …}` stay whole. */
function fill(text: string, width: number, hang: number): string[] {
  const words = text
    .trim()
    .replaceAll(/`[^`]{1,60}`|\{@link [^}]*\}/g, (span) => span.replaceAll(/\s+/g, '\0'))
    .split(/\s+/)
    .map((word) => word.replaceAll('\0', ' '));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() !== '' && columns(longer) > width) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A remark behind code begins small and has no full stop; a name keeps its first letter. */
const asSentence = (comment: string): string =>
  comment.replace(/^\/\/ ([a-z])(?=[a-z]*[ ,;'])/, (start) => start.toUpperCase()).replace(/(?<![.:!?])$/, '.');

/**
 * The source with its long comments filled, and none behind code that makes its line too long; all else as it
 * was. Done again, it is the same.
 */
export function wrapComments(file: string, source: string): string {
  const text = withCommentsAbove(file, source);
  let wrapped = '';
  let done = 0;
  for (const comment of joinRuns(text, commentsIn(file, text))) {
    const before = text.slice(comment.start, comment.end);
    if (!before.split('\n').some(isLong)) continue;
    wrapped += text.slice(done, comment.start) + (comment.kind === 'line' ? wrapLines(before) : wrapBlock(before));
    done = comment.end;
  }
  return wrapped + text.slice(done);
}

/** `//` lines that follow one another are one comment. */
function joinRuns(text: string, comments: readonly WholeLines[]): WholeLines[] {
  const runs: WholeLines[] = [];
  for (const comment of comments) {
    const last = runs.at(-1);
    const follows = last?.kind === 'line' && comment.kind === 'line' && last.end + 1 === comment.start;
    if (follows && readIndent(text, last) === readIndent(text, comment))
      runs[runs.length - 1] = { ...last, end: comment.end };
    else runs.push(comment);
  }
  return runs;
}

const readIndent = (text: string, { start }: WholeLines): string => /^\s*/.exec(text.slice(start))?.[0] ?? '';

function wrapLines(comment: string): string {
  const indent = /^\s*/.exec(comment)?.[0] ?? '';
  const lines = comment.split('\n').map((line) => line.slice(indent.length + 2).replace(/^ /, ''));
  return fillText(lines, FILL_COLUMNS - indent.length - 3)
    .map((line) => `${indent}//${line === '' ? '' : ` ${line}`}`)
    .join('\n');
}

function wrapBlock(comment: string): string {
  const [, indent = '', open = '', inside = '', close = ''] =
    /^(\s*)(\{?\/\*\*?) ?\n?([^]*?)\s*(\*\/\}?)$/.exec(comment) ?? [];
  const hasStars = open === '/**' || /\n\s*\*(?!\/)/.test(comment);
  if (hasStars) {
    const lines = inside.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
    const filled = fillText(lines, FILL_COLUMNS - indent.length - 3);
    const middle = filled.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`);
    return [`${indent}${open}`, ...middle, `${indent} ${close}`].join('\n');
  }
  const margin = ' '.repeat(open.length + 1);
  const lines = inside.split('\n').map((line) => line.trim());
  const filled = fillText(lines, FILL_COLUMNS - indent.length - open.length - 4);
  return `${indent}${open} ${filled.join(`\n${indent}${margin}`)} ${close}`;
}

import { inflateSync } from 'node:zlib';

/** The streams of a PDF by the number of their object; fonts are not packed as text and stay out. */
function streamsOf(pdf: Buffer, raw: string): ReadonlyMap<string, string> {
  const streams = new Map<string, string>();
  for (const match of raw.matchAll(/(\d+) 0 obj\n(?:(?!endobj)[^])*?(?<!end)stream\r?\n/g)) {
    const from = match.index + match[0].length;
    const to = raw.indexOf('endstream', from);
    try {
      streams.set(match[1] ?? '', inflateSync(pdf.subarray(from, to)).toString('latin1'));
    } catch {
      // a font
    }
  }
  return streams;
}

/** UTF-16 in hexadecimal, without the signs that only keep a word together. */
const unicode = (hex: string): string =>
  (hex.match(/[0-9a-f]{4}/gi) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('')
    .replaceAll('\u200b', '');

/** What the glyphs of a font stand for, by the table that it brings for copying text. */
function glyphsOf(table: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), unicode(hex));
  }
  return glyphs;
}

/**
 * What a PDF of ours shows, a line for each place where something is put on the page, in the order of the
 * drawing. Its fonts are subsets, so glyphs are read back by their tables. Of Devanagari these know the
 * letters, not which of them are joined; signs stand where they are drawn.
 */
export function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = streamsOf(pdf, raw);
  const tableOf = (object: string): string => {
    const font = new RegExp(`\\n${object} 0 obj\\n(?:(?!endobj)[^])*?/ToUnicode (\\d+) 0 R`).exec(raw);
    return streams.get(font?.[1] ?? '') ?? '';
  };
  const fonts = new Map(
    [...raw.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', object = '']) => [name, glyphsOf(tableOf(object))]),
  );
  const lines: string[] = [];
  for (const page of [...streams.values()].filter((text) => /\bBT\n/.test(text))) {
    let line = '';
    let font: ReadonlyMap<string, string> | undefined;
    const end = (): void => {
      if (line !== '') lines.push(line);
      line = '';
    };
    // What is drawn in one font after another stands on one line as long as nothing moves up or down in between.
    for (const [, name, moved, run = ''] of page.matchAll(
      /\/(F\d+) [\d.]+ Tf|^1 0 0 1 [-\d.]+ ([-\d.]+) cm$|\[(.*)\] TJ/gm,
    )) {
      if (name !== undefined) font = fonts.get(name);
      else if (moved === undefined) line += textOfRun(run, font);
      else if (Number(moved) !== 0) end();
    }
    end();
  }
  return lines.join('\n');
}

const textOfRun = (run: string, font: ReadonlyMap<string, string> | undefined): string =>
  [...run.matchAll(/<([0-9a-f]+)>/gi)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => font?.get(glyph.toLowerCase()) ?? '')
    .join('');

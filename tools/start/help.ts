import { readFileSync } from 'node:fs';
import path from 'node:path';

const CONFIGURATION = path.join(import.meta.dirname, '../../docs/configuration.md');
/** Columns of a terminal that is as narrow as they come. */
const COLUMNS = 100;
const NAME_WIDTH = 28;

/**
 * `npm start -- --help`: what it does, and each variable with its default and meaning as
 * docs/configuration.md has them.
 */
export function helpText(configuration: string = readFileSync(CONFIGURATION, 'utf8')): string {
  const lines = [
    'npm start builds the web app when it has changed, and runs the server until Ctrl+C.',
    'npm start -- --lan lets phones of the same network in, and shows the address as a QR code.',
    'Environment variables change it: PORT=9000 npm start',
  ];
  for (const line of configuration.split('\n')) {
    const heading = /^## (.*)/.exec(line)?.[1];
    if (heading) lines.push('', heading);
    const [, names, preset, meaning] = /^\| (.+?) \| (.*?) \| (.+) \|$/.exec(line) ?? [];
    if (names === undefined || names === 'variable' || meaning === undefined || !/^[A-Z]/.test(names)) continue;
    const text = `${plain(meaning)} [${plain(preset ?? '')}]`;
    const [first = '', ...rest] = wrap(text, COLUMNS - NAME_WIDTH);
    const name = `  ${names}`;
    const isLong = name.length >= NAME_WIDTH;
    if (isLong) lines.push(name);
    lines.push(
      `${(isLong ? '' : name).padEnd(NAME_WIDTH)}${first}`,
      ...rest.map((part) => ' '.repeat(NAME_WIDTH) + part),
    );
  }
  return lines.join('\n');
}

/** Text without the marks of emphasis, code and links. A star inside of code is a part of a pattern. */
const plain = (markdown: string): string =>
  markdown.replaceAll(/`([^`]*)`|\*([^*]+)\*|\[([^\]]*)\]\([^)]*\)/g, '$1$2$3');

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

import { useState } from 'react';
import { readStored, store } from '#lib/storage.ts';

/* Names of a class: in this browser, and nowhere else. Nothing here calls the server. */

const keyOf = (id: string): string => `classNames:${id}`;

/** The first column of each line that has one; a head line "name" is none. Quotes of a CSV go. */
export const readNames = (csv: string): readonly string[] =>
  csv
    .split(/\r?\n/)
    .map((line) =>
      (/^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"') ?? line.split(/[,;\t]/)[0] ?? '').trim(),
    )
    .filter((name, index) => name !== '' && !(index === 0 && /^(name|नाम|姓名)$/i.test(name)));

/** What was typed or read for a class, and how to change it. */
export function useNames(id: string) {
  const [csv, setCsv] = useState(() => readStored(keyOf(id)) ?? '');
  const change = (text: string): void => {
    store(keyOf(id), text === '' ? null : text);
    setCsv(text);
  };
  return { csv, names: readNames(csv), change };
}

export const forgetNames = (id: string): void => store(keyOf(id), null);

import { useEffect, useState } from 'react';
import { readStored, store } from '#lib/storage.ts';
import { readNames } from './names-csv.ts';

/* Names of a class: in this browser, and nowhere else. Nothing here calls the server. */

const keyOf = (id: string): string => `classNames:${id}`;

/** What was typed or read for a class, and how to change it. */
export function useNames(id: string) {
  const [csv, setCsv] = useState(() => readStored(keyOf(id)) ?? '');
  // Another window of the teacher's has them: this one has them, too.
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent): void => {
      if (key === keyOf(id)) setCsv(newValue ?? '');
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [id]);
  const change = (text: string): void => {
    store(keyOf(id), text === '' ? null : text);
    setCsv(text);
  };
  return { csv, names: readNames(csv), change };
}

/** Names of classes that have ended go with them, on the first page that hears of the end. */
export function useForgottenNames(classes: readonly Ended[]): void {
  useEffect(() => {
    for (const { id, endedAt } of classes) if (endedAt !== null) store(keyOf(id), null);
  }, [classes]);
}
type Ended = { readonly id: string; readonly endedAt: number | null };

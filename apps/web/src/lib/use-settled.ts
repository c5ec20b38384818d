import { useEffect, useState } from 'react';

/** The reader has stopped typing. */
const RESTED_MS = 250;

/** A value once it has rested; the first one at once. For plain data: what is still typed is not asked about. */
export function useSettled<T>(value: T): T {
  const key = JSON.stringify(value) as string | undefined; // undefined has no text
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((key === undefined ? undefined : JSON.parse(key)) as T), // it was a T a moment ago
      RESTED_MS,
    );
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

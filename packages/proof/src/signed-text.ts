import { unhex } from './bytes.ts';

/** A number of bytes in lower-case hex. */
export const bytesIn = (text: unknown, length: number): Uint8Array | undefined =>
  typeof text === 'string' && text.length === 2 * length && /^[0-9a-f]+$/.test(text) ? unhex(text) : undefined;

/** The fields of the text of a record; undefined when it has none. */
export function parseFields(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

import { isRefusal, type Call, type Refusal } from '@khara/contract';
import * as z from 'zod/mini';
import { nestsTooDeep } from './depth.ts';

export type ReadPayload =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: Refusal; readonly field: string | undefined };

/** Where a request may carry the fields of its payload. */
export type RequestParts = { readonly body: unknown; readonly query: unknown; readonly params: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A reader of one call's payload: finds its fields, and reads them by the call's schemas. Unknown fields,
 * `time` and `r` among them, fall away.
 */
export function payloadReader(call: Call): (carried: RequestParts) => ReadPayload {
  const structured = structuredFields(call);
  return ({ body, query, params }) => {
    const sent = call.method === 'GET' ? query : (body ?? {});
    // A JSON text that is no object has no fields; an array or a number is a mistake worth naming.
    if (!isRecord(sent)) return { ok: false, reason: 'invalid_input', field: undefined };
    const fields = call.path.endsWith('/{id}') && isRecord(params) ? { ...sent, ...params } : sent;
    const unfolded = structured.length > 0 ? unfold(fields, structured) : fields;
    const unkeepable = Object.keys(unfolded).find((name) => name in call.body.shape && !isKeepable(unfolded[name]));
    if (unkeepable !== undefined) return { ok: false, reason: 'invalid_input', field: unkeepable };
    const read = z.safeParse(call.body, unfolded);
    if (read.success) return { ok: true, body: read.data };
    const [issue] = read.error.issues;
    const field = issue?.path[0];
    return {
      ok: false,
      reason: issue && isRefusal(issue.message) ? issue.message : 'invalid_input',
      field: field === undefined ? undefined : String(field),
    };
  };
}

/**
 * Whether all texts of it can be kept: a NUL and half of a surrogate pair are text to JSON, cannot be typed,
 * and are none to PostgreSQL.
 */
export function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, part]) => isKeepable(name) && isKeepable(part));
}

/** Fields that hold an object or an array: clients of the specification send those as their JSON text. */
function structuredFields(call: Call): string[] {
  const { properties = {} } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  const isStructured = (schema: unknown): boolean => {
    if (!isRecord(schema)) return false;
    if (schema['type'] === 'object' || schema['type'] === 'array') return true;
    return ['anyOf', 'oneOf'].some((key) => {
      const options = schema[key];
      return Array.isArray(options) && options.some(isStructured);
    });
  };
  return Object.keys(properties).filter((name) => isStructured(properties[name]));
}

function unfold(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const unfolded = { ...fields };
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || nestsTooDeep(value)) continue; // as text it is refused
    try {
      unfolded[name] = JSON.parse(value);
    } catch {
      // Left as text: the schema refuses it with the field's own reason.
    }
  }
  return unfolded;
}

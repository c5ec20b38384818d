import type { Call } from '@khara/contract';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of JSON Schema that say what is valid, not what is written: a serialiser has no use for them. */
const CHECKS = new Set([
  '$schema',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'additionalProperties',
  'format',
  'description',
]);

/**
 * The schema of a successful answer in the form that the compiled serialiser is fast with: fields that the
 * call table does not name are dropped, "X or null" is written as nullable instead of as a choice that would
 * be validated for every value.
 */
export function answerSchema(call: Call): JsonSchema {
  const data = z.toJSONSchema(call.data, { io: 'output', unrepresentable: 'any' });
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: plain(data) },
  };
}

/** Where an answer is one of several forms each value is looked at: a list of words has to name null as well. */
const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
  nullable: true,
});

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isRecord(schema)) return schema;
  const options = schema['anyOf'];
  if (Array.isArray(options) && options.length === 2) {
    const [first, second]: unknown[] = options;
    if (isRecord(first) && isRecord(second) && second['type'] === 'null') {
      return orNull(plain(first) as JsonSchema); // a schema in, a schema out
    }
  }
  if (Array.isArray(schema['prefixItems'])) {
    const items = schema['prefixItems'].map(plain);
    return { type: 'array', items, minItems: items.length, maxItems: items.length };
  }
  if (isRecord(schema['properties'])) {
    const properties = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, property]) => [name, plain(property)]),
    );
    return { type: 'object', properties, ...(schema['required'] ? { required: schema['required'] } : {}) };
  }
  // A table of values by name: its names are unknown here, so they are no fields to drop.
  if (isRecord(schema['additionalProperties'])) {
    return { type: 'object', additionalProperties: plain(schema['additionalProperties']) };
  }
  const types = schema['type'];
  if (Array.isArray(types) && types.length === 2 && types.includes('null')) {
    return orNull(plain({ ...schema, type: types.find((type) => type !== 'null') }) as JsonSchema);
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([word]) => !CHECKS.has(word))
      .map(([word, value]) => [word, plain(value)]),
  );
}

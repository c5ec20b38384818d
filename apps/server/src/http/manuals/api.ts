import { calls, consoleCalls, LANGUAGES, type Call } from '@khara/contract';
import * as z from 'zod/mini';

type Schema = Readonly<Record<string, unknown>>;

const WHO: Readonly<Record<Call['access'], string>> = {
  guest: 'for guests too',
  member: 'needs a session',
  staff: 'needs a session of the back office',
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** A schema in a few words: `"buy" | "sell"`, `{ id, name }`, `string or number`. */
function showType(schema: unknown, depth = 0): string {
  if (!isSchema(schema)) return 'any';
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' \\| ');
  const choices = [...schemas(schema['anyOf']), ...schemas(schema['oneOf'])];
  if (choices.length > 0) return [...new Set(choices.map((choice) => showType(choice, depth)))].join(' or ');
  if (Array.isArray(schema['type'])) return schema['type'].join(' or ');
  if (Array.isArray(schema['prefixItems']))
    return `[${schema['prefixItems'].map((item) => showType(item, depth + 1)).join(', ')}]`;
  if (schema['type'] === 'array') return `[${showType(schema['items'], depth + 1)}, …]`;
  const { properties } = schema;
  if (isSchema(properties)) {
    const fields = Object.entries(properties);
    if (depth > 2) return '{ … }';
    // Amounts, counts and the like say what they are by their name; what is built of parts shows them.
    return `{ ${fields.map(([name, field]) => (isPlain(field) ? name : `${name}: ${showType(field, depth + 1)}`)).join(', ')} }`;
  }
  return typeof schema['type'] === 'string' ? schema['type'] : 'any';
}

/** Text or a number, or none: its name says enough. */
const isPlain = (schema: unknown): boolean =>
  isSchema(schema) &&
  !('enum' in schema) &&
  !('const' in schema) &&
  (typeof schema['type'] === 'string'
    ? ['string', 'integer', 'number', 'boolean'].includes(schema['type'])
    : schemas(schema['anyOf']).length > 0 &&
      schemas(schema['anyOf']).every((choice) => choice['type'] === 'null' || isPlain(choice)));

function describeCall(name: string, call: Call): string {
  const input = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  const output = z.toJSONSchema(call.data, { io: 'output', unrepresentable: 'any' });
  const required = new Set(input.required);
  const fields = Object.entries(input.properties ?? {});
  const lines = [
    `### ${call.method} ${call.path}${call.specified ? '' : ' +'}`,
    '',
    `\`${name}\`, ${WHO[call.access]}. ${call.doc}`,
    '',
  ];
  if (fields.length > 0) {
    lines.push('| field | | type |', '|---|---|---|');
    for (const [field, schema] of fields)
      lines.push(`| ${field} | ${required.has(field) ? '' : 'optional'} | ${showType(schema)} |`);
    lines.push('');
  }
  lines.push(`Answer: \`${showType(output).replaceAll('\\|', '|')}\``, '');
  if (call.refusals.length > 0)
    lines.push(`Refuses: ${call.refusals.map((reason) => `\`${reason}\``).join(', ')}.`, '');
  return lines.join('\n');
}

/** The manual of every call, by area, in the order of the table. */
export function apiManual(): string {
  const areas = new Map<string, string[]>();
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const area = call.path.split('/').slice(1, 3).join('/');
    areas.set(area, [...(areas.get(area) ?? []), describeCall(name, call)]);
  }
  return `# The calls

From the call table (packages/contract). The running server shows the same as OpenAPI under \`/docs\`.

Every answer is \`{ code, msg, data }\` with HTTP 200. \`code\` 200 is success; 401: no session was presented; 2001: the session has ended; 500: refused, \`msg\` says why in the
language asked for, \`data.reason\` is a stable name and \`data.field\` the field to blame, where there is one. HTTP 404 for an unknown path, 413 and 415 for a body too large or of another
kind, 429 and 503 with \`Retry-After\`, 500 for a defect; these carry the envelope too.

Headers: \`token\`; \`lang\` (${LANGUAGES.map(({ code, flag }) => `\`${code}\` or ${flag}`).join(', ')}); \`device\`, the value that a device got at its last sign-in. Bodies are JSON, a form, or a JSON text as text/plain;
the query parameter \`r\` and the field \`time\` are ignored. Amounts and prices are decimal text in the currency's unit; numbers are taken too. Lists take \`cursor\` and \`size\`
and answer \`nextCursor\`, null at the end. A call that takes \`requestId\` does its work once, however often it is sent. Calls marked + are not in the specification.
Beyond the refusals listed, a field that cannot be read is refused with a reason of its own (\`quantity_invalid\`, \`price_required\` …) or \`invalid_input\`.

${[...areas].map(([area, manuals]) => `## /${area}\n\n${manuals.join('\n')}`).join('\n')}`;
}

/** The manual of the back office's calls, in the order of their table. */
export function consoleManual(): string {
  return `# The calls of the back office

From \`consoleCalls\` (packages/contract). Envelope, lists and refusals are those of the app's calls (\`npm run manual -- api\`). A session here is
none there, and the other way round; with the header \`background\` a call keeps no session alive. What it may ask for, and what no person can, is
docs/decisions/0023-back-office-rights.md; a test holds every call against a list of what there may be.

${Object.entries<Call>(consoleCalls)
  .map(([name, call]) => describeCall(name, { ...call, specified: true }))
  .join('\n')}`;
}

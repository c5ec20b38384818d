import { calls, type Call } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callExample, openApi } from './openapi.ts';

type Content = { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content };
};
const { paths, tags } = openApi() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
};
const OPERATIONS = new Map(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation]),
  ),
);
const TABLE: readonly (readonly [string, Call])[] = Object.entries(calls);
const issuesOf = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues ?? [];

describe('the reference of a call', () => {
  it.each(TABLE)('%s has a request that the call takes, and an answer that it may give', (name, call) => {
    const { requestBody, responses } = OPERATIONS.get(name)!;
    const sent = requestBody?.content?.['application/json']?.example;
    if (sent !== undefined) expect(issuesOf(call.body, { id: '412', ...(sent as object) })).toEqual([]);
    else expect(call.takesFile || call.method === 'GET' || isEmpty(call)).toBe(true);
    if (!call.answersFile) {
      const { example } = responses[200].content!['application/json']!;
      expect(example).toMatchObject({ code: 200, data: callExample(call) });
      expect(issuesOf(call.data, callExample(call))).toEqual([]);
    }
  });

  it.each(TABLE)('%s stands under a title', (name) => {
    for (const tag of OPERATIONS.get(name)!.tags) expect(tags.map((one) => one.name)).toContain(tag);
  });
});

/** Its id, if it has one, stands in the path. */
const isEmpty = (call: Call): boolean => Object.keys(call.body.def.shape).every((field) => field === 'id');

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { sqlArray } from './sql-array.ts';

describe('an array for a statement', () => {
  const database = useTestDatabase();

  it('arrives as it was, whatever its texts hold', async () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    const bytes = fc.uint8Array({ maxLength: 40 });
    const row = fc.tuple(fc.option(text), fc.option(bytes), fc.option(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const [read] = await database.app.query<{ texts: unknown; bytes: unknown; numbers: unknown }>(
          'test.arrays',
          'SELECT $1::text[] AS texts, $2::bytea[] AS bytes, $3::bigint[] AS numbers',
          [0, 1, 2].map((at) => sqlArray(rows.map((values) => values[at]))),
        );
        expect(read).toEqual({
          texts: rows.map(([value]) => value),
          bytes: rows.map(([, value]) => value && Buffer.from(value)),
          numbers: rows.map(([, , value]) => value),
        });
      }),
    );
  });

  it('has the words that look like none, and truth values', async () => {
    const [read] = await database.app.query<{ texts: unknown; truths: unknown }>(
      'test.words',
      'SELECT $1::text[] AS texts, $2::boolean[] AS truths',
      [sqlArray(['NULL', null, '', undefined, '{}', 'a,b']), sqlArray([true, false, null])],
    );
    expect(read).toEqual({ texts: ['NULL', null, '', null, '{}', 'a,b'], truths: [true, false, null] });
  });
});

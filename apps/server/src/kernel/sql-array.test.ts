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
          ['text', 'bytea', 'bigint'].map((type, at) =>
            sqlArray(
              type,
              rows.map((values) => values[at]),
            ),
          ),
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
      [sqlArray('text', ['NULL', null, '', undefined, '{}', 'a,b']), sqlArray('boolean', [true, false, null])],
    );
    expect(read).toEqual({ texts: ['NULL', null, '', null, '{}', 'a,b'], truths: [true, false, null] });
  });

  it('has numbers of each size, and nothing at all', async () => {
    const [read] = await database.app.query(
      'test.numbers',
      'SELECT $1::integer[] AS integers, $2::smallint[] AS small, $3::bigint[] AS large, $4::date[] AS days, $5::bigint[] AS none',
      [
        sqlArray('integer', [0, -2_147_483_647, null, 2_147_483_647]),
        sqlArray('smallint', [1, -32_767, 32_767]),
        sqlArray('bigint', [Number.MAX_SAFE_INTEGER, -1, 2n]),
        sqlArray('date', ['2026-11-23', null]),
        sqlArray('bigint', []),
      ],
    );
    expect(read).toMatchObject({
      integers: [0, -2_147_483_647, null, 2_147_483_647],
      small: [1, -32_767, 32_767],
      large: [BigInt(Number.MAX_SAFE_INTEGER), -1n, 2n],
      none: [],
    });
  });

  it('is refused where a number would be another one', () => {
    expect(() => sqlArray('bigint', [2n ** 63n])).toThrow(RangeError);
    expect(() => sqlArray('integer', [2 ** 31])).toThrow(RangeError);
    expect(() => sqlArray('integer', [0.5])).toThrow(RangeError);
    expect(() => sqlArray('bigint', [0.5])).toThrow(RangeError);
    expect(() => sqlArray('text', [new Uint8Array(1)])).toThrow(TypeError);
  });
});

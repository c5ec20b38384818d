import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter, concat, i64, lp, u32 } from './bytes.ts';

describe('bytes one after the other', () => {
  it('are those of each block by itself, however long, in whatever script', () => {
    const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 900 }));
    const block = fc.oneof(
      text.map((value) => ({ bytes: lp(value), write: (to: ByteWriter) => to.lp(value) })),
      fc.nat().map((value) => ({ bytes: u32(value), write: (to: ByteWriter) => to.u32(value) })),
      fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map((value) => ({ bytes: i64(value), write: (to: ByteWriter) => to.i64(value) })),
      fc
        .uint8Array({ maxLength: 64 })
        .map((value) => ({ bytes: value, write: (to: ByteWriter) => to.raw(value, value.length) })),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 20 }), (blocks) => {
        const to = new ByteWriter();
        for (const { write } of blocks) write(to);
        expect(to.bytes()).toEqual(concat(...blocks.map(({ bytes }) => bytes)));
      }),
    );
  });

  it('refuse what no block can hold', () => {
    const to = new ByteWriter();
    expect(() => to.u32(2 ** 32)).toThrow(RangeError);
    expect(() => to.i32(2 ** 31)).toThrow(RangeError);
    expect(() => to.i64(2n ** 63n)).toThrow(RangeError);
    expect(() => to.raw(new Uint8Array(3), 4)).toThrow(RangeError);
  });
});

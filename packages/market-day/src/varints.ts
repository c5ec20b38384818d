/** Whole numbers in a variable-length code: seven bits a byte, the last byte without the high bit. */
export class VarintWriter {
  #buffer = new Uint8Array(4_096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** 0 ... 2^53 - 1 */
  whole(value: number): void {
    if (this.#length + 8 > this.#buffer.length) this.#grow();
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#buffer.length);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  whole(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the bytes end in the middle of a number');
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

type Column = Int32Array | Float64Array;

/** Writes numbers one after another, little-endian on every machine. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  int(value: number): void {
    this.#makeRoom(4);
    this.#view.setInt32(this.#at, value, true);
    this.#at += 4;
  }

  double(value: number): void {
    this.#makeRoom(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  column(column: Column): void {
    if (column instanceof Int32Array) for (const value of column) this.int(value);
    else for (const value of column) this.double(value);
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads what a `ByteWriter` wrote. Throws at the end of the bytes: a truncated snapshot is a defect. */
export class ByteReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  int(): number {
    const value = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return value;
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  column(column: Column): void {
    const isInt = column instanceof Int32Array;
    for (let index = 0; index < column.length; index++) column[index] = isInt ? this.int() : this.double();
  }

  expectEnd(): void {
    if (this.#at !== this.#view.byteLength) throw new Error('a snapshot with bytes left over');
  }
}

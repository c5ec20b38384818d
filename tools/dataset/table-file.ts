import { closeSync, openSync, writeSync } from 'node:fs';
import { fileWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';

export type Column = {
  readonly name: string;
  readonly type: Extract<BasicType, 'DOUBLE' | 'INT32' | 'INT64' | 'STRING'>;
};
export type Row = readonly (number | string)[];

/** Rows that are held before they are written. */
const GROUP_ROWS = 32_768;

/** A table that is written as CSV and as its twin in Parquet, some rows at a time. */
export class TableFile {
  readonly #columns: readonly Column[];
  readonly #csv: number;
  readonly #parquet: ParquetWriter;
  #rows: Row[] = [];

  /** LOBSTER's files have no head. */
  constructor(path: string, columns: readonly Column[], { hasHead }: { readonly hasHead: boolean }) {
    this.#columns = columns;
    this.#csv = openSync(`${path}.csv`, 'w');
    if (hasHead) writeSync(this.#csv, `${columns.map(({ name }) => name).join(',')}\n`);
    this.#parquet = new ParquetWriter({
      writer: fileWriter(`${path}.parquet`),
      schema: schemaFromColumnData({ columnData: columns.map(({ name, type }) => ({ name, type, data: [] })) }),
    });
  }

  add(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length === GROUP_ROWS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#csv);
    void this.#parquet.finish(); // files are written at once
  }

  #flush(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    writeSync(this.#csv, `${rows.map((row) => row.join(',')).join('\n')}\n`);
    const columnData = this.#columns.map(({ name, type }, at) => ({
      name,
      type,
      data: rows.map((row) => (type === 'INT64' ? BigInt(row[at]!) : row[at]!)),
    }));
    void this.#parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
}

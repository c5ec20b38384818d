import pg from 'pg';
import { fieldName } from '#src/kernel/sql-rows.ts';

type Parser = (text: string) => unknown;

/** How the columns of a statement become the fields of a row. */
type Plan = readonly { readonly column: string; readonly field: string; readonly read: Parser }[];

type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] };

const { INT8, DATE } = pg.types.builtins;
const INT8_ARRAY = 1016; // has no name in the library

/** bigint as bigint; dates as the text they are, not as an instant in the server's time zone. */
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, BigInt],
  [DATE, (text) => text],
  [
    INT8_ARRAY,
    (text) =>
      text === '{}'
        ? []
        : text
            .slice(1, -1)
            .split(',')
            .map((item) => (item === 'NULL' ? null : BigInt(item))),
  ],
]);

/**
 * Reads rows as ports/database.ts promises them. How the columns of a statement are read is settled when it is first
 * answered: the names of its fields cost nothing a row.
 */
export class RowReader {
  readonly #plans = new Map<string, Plan>();

  read(client: pg.PoolClient, statement: Statement): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      client.query(new RowsQuery(statement, (columns) => this.#planFor(statement.name, columns), resolve, reject));
    });
  }

  #planFor(name: string, columns: readonly pg.FieldDef[]): Plan {
    let plan = this.#plans.get(name);
    // A function's answer may have got a column while this server runs.
    if (plan?.length !== columns.length || !plan.every(({ column }, at) => column === columns[at]!.name)) {
      plan = columns.map(planColumn);
      this.#plans.set(name, plan);
    }
    return plan;
  }
}

/** A query of the library whose rows are made by a plan. */
class RowsQuery extends pg.Query {
  readonly #found: unknown[] = [];
  readonly #planFor: (columns: readonly pg.FieldDef[]) => Plan;
  #plan: Plan = [];
  /** What a value could not be read for: thrown where it happens, it would end the connection. */
  #unreadable: unknown;

  constructor(
    statement: Statement,
    planFor: (columns: readonly pg.FieldDef[]) => Plan,
    resolve: (rows: readonly unknown[]) => void,
    reject: (error: unknown) => void,
  ) {
    super(statement, (error) => {
      const failed = error ?? this.#unreadable;
      if (failed === undefined) resolve(this.#found);
      else reject(failed);
    });
    this.#planFor = planFor;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#plan = this.#planFor(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at]!;
        const { field, read } = this.#plan[at]!;
        row[field] = text === null ? undefined : read(text);
      }
      this.#found.push(row);
    } catch (error) {
      this.#unreadable ??= error;
    }
  }
}

function planColumn({ name: column, dataTypeID }: pg.FieldDef): Plan[number] {
  const field = fieldName(column);
  if (dataTypeID === INT8 && MILLISECONDS.test(field)) return { column, field, read: Number };
  return { column, field, read: PARSERS.get(dataTypeID) ?? pg.types.getTypeParser(dataTypeID, 'text') };
}

const MILLISECONDS = /((^a|A)t|(^u|U)ntil|Ms)$/;

import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a command of the terminal takes and does. Arguments in capitals are places to fill in. */
export type Command<Options extends NonNullable<ParseArgsConfig['options']>> = {
  /** `npm run verify [-- DIRECTORY]` */
  readonly usage: string;
  readonly does: string;
  /** How many arguments without a name it takes. */
  readonly takes?: { readonly least: number; readonly most: number };
  readonly options?: Options;
};

/**
 * The arguments of the process. With `--help` or `-h` prints what the command does and ends. Arguments that
 * the command does not take end it with code 1, after a line that names them and the usage.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']> = Record<never, never>>(
  { usage, does, takes = { least: 0, most: 0 }, options }: Command<Options>,
  args: readonly string[] = process.argv.slice(2),
) {
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options: { ...options!, help } });
    if ('help' in parsed.values) {
      console.log(`${usage}\n\n${does}`);
      process.exit(0);
    }
    const given = parsed.positionals.length;
    if (given < takes.least) throw new Error('An argument is missing');
    if (given > takes.most) throw new Error(`Unknown argument '${parsed.positionals.at(-1)}'`);
    return parsed;
  } catch (error) {
    refuseArguments(usage, errorMessage(error).split('. ')[0]!);
  }
}

/** Ends the process with code 1, after a line that says why and the usage. */
export function refuseArguments(usage: string, why: string): never {
  console.error(`${why}. Usage:\n${usage}`);
  process.exit(1);
}

/** An error in one line; of a request that got no answer the cause too. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

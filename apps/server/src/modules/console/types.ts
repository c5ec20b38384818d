import type {
  ConsoleBody,
  ConsoleCallName,
  ConsoleCalls,
  ConsoleData,
  ConsoleRefusals,
  Language,
} from '@khara/contract';
import type { Db } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Result } from '#src/kernel/result.ts';

/** What the back office needs beside everything else. */
export type ConsoleDeps = Deps & {
  /** As `khara_console`: reads what its views show, asks and decides, and can do nothing else. */
  readonly backOffice: Db;
  /** As `khara_staff`: who works here, their sessions and second factors, which no other role reads or writes. */
  readonly door: Db;
  /** Whether money stands still because the books contradict themselves. */
  readonly booksStopped: () => boolean;
};

export type Staff = { readonly number: string; readonly name: string };

/** A person of the staff who is signed in. */
export type StaffCaller = {
  readonly staff: Staff;
  /** SHA-256 of the session's token: the database finds out by it who acts. */
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly language: Language;
};
export type ConsoleGuest = Omit<StaffCaller, 'staff' | 'tokenHash'>;

type CallerOf<N extends ConsoleCallName> = ConsoleCalls[N]['access'] extends 'staff' ? StaffCaller : ConsoleGuest;

/** A use case of the back office: as `Handler`, for its own table of calls. */
type ConsoleHandler<N extends ConsoleCallName> = (
  deps: ConsoleDeps,
  caller: CallerOf<N>,
  body: ConsoleBody<N>,
) => Promise<Result<ConsoleData<N>, ConsoleRefusals<N>>>;
export type ConsoleHandlersFor<N extends ConsoleCallName> = { readonly [K in N]: ConsoleHandler<K> };
/** One for each call of the table: a missing one does not compile. */
export type ConsoleHandlers = ConsoleHandlersFor<ConsoleCallName>;

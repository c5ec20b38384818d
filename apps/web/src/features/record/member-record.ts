import type { Data } from '@khara/contract';

/** A record as `myRecord` answers it, once there is one. */
export type MemberRecord = NonNullable<Data<'myRecord'>>;

import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { Failure } from '#api/failure.ts';

export type RefusalNotice = {
  readonly message: string;
  /** Real ms by this device's clock from which another try is worth it. */
  readonly until?: number;
  /** `message` says how long that is. */
  readonly isTimed?: boolean;
};

/**
 * Where a refusal belongs: beside its field when the form has it, else above the button, with the time to
 * wait when there were too many tries.
 */
export function useRefusal<V extends FieldValues>(fields: readonly Path<V>[], setError: UseFormSetError<V>) {
  const [refusal, setRefusal] = useState<RefusalNotice>();
  const tell = (failure: Pick<Failure, 'message'> & Partial<Failure>) => {
    const field = fields.find((name) => name === failure.field);
    if (field !== undefined)
      return setError(field, { type: 'server', message: failure.message }, { shouldFocus: true });
    const seconds = Number(failure.details?.['retryAfter']);
    setRefusal({
      message: failure.message,
      ...(seconds > 0 && { until: Date.now() + seconds * 1000, isTimed: failure.details?.['minutes'] !== undefined }),
    });
  };
  return { refusal, tell, clear: () => setRefusal(undefined) };
}

/** Real ms left until `until`, updated once a second; 0 when it has come. */
export function useLeft(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, until - now);
}

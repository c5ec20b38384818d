import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** Makes the form ask a pure check, and says its complaints in the reader's language. */
export function createResolver<V extends FieldValues, Complaint extends string>(
  check: (values: V) => Partial<Record<keyof V, Complaint>>,
  say: (complaint: Complaint) => string,
): Resolver<V> {
  return (values) => {
    const complaints = Object.entries(check(values)) as [string, Complaint][];
    if (complaints.length === 0) return { values, errors: {} };
    const errors = complaints.map(([field, complaint]) => [field, { type: 'validate', message: say(complaint) }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> }; // keys of V, as the check answers them
  };
}

/** Refusals of every call that asks for the transaction password. */
export const password = [
  'transaction_password_required',
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_default_expired',
] as const;
/** Refusals of a request that was sent before. */
export const repeated = ['request_id_reused', 'request_in_progress'] as const;

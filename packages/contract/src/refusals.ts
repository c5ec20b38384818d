/**
 * Every reason for which the server refuses something a user asked for. On the wire a refusal is `{ code: 500, msg, data: { reason } }`
 * with `msg` in the reader's language (packages/texts, namespace `refusals`, has one text per reason). A reason is never reused for another meaning.
 */
export const REFUSALS = [
  // any call
  'invalid_input',
  'invalid_id',
  'not_found',
  'too_many_requests',
  'maintenance',
  'request_id_required',
  'request_id_reused',
  'request_in_progress',
  // registration and sign-in
  'phone_required',
  'phone_invalid',
  'password_required',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'passwords_differ',
  'agreement_required',
  'invite_code_required',
  'invite_code_invalid',
  'registration_refused',
  'credentials_invalid',
  'try_later',
  'old_password_wrong',
  'password_unchanged',
  // transaction password
  'transaction_password_required',
  'transaction_password_format',
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_default_expired',
  // market and orders
  'unknown_code',
  'unknown_config',
  'not_tradable',
  'market_closed',
  'quantity_required',
  'quantity_invalid',
  'quantity_above_maximum',
  'price_required',
  'price_invalid',
  'tick_invalid',
  'price_out_of_band',
  'order_type_not_available',
  'validity_not_available',
  'product_not_allowed',
  'product_not_available',
  'disclosed_quantity_not_available',
  'trigger_not_available',
  'no_reference_price',
  'insufficient_funds',
  'insufficient_holdings',
  'order_not_open',
  'unknown_position',
  // wallet
  'amount_required',
  'amount_invalid',
  'amount_below_minimum',
  'amount_above_maximum',
  'currency_not_supported',
  'channel_not_available',
  'channel_required',
  'too_many_open_recharges',
  'recharge_not_revocable',
  'unknown_order',
  // withdrawals, the bank account, conversion
  'withdrawal_below_minimum',
  'kyc_required',
  'bank_account_required',
  'unknown_bank_account',
  'holder_name_mismatch',
  'transaction_password_default',
  'withdrawals_wait',
  'funds_not_settled',
  'too_many_open_withdrawals',
  'withdrawal_not_revocable',
  'network_required',
  'address_required',
  'address_invalid',
  'bank_already_bound',
  'bank_account_in_use',
  'account_number_required',
  'account_number_invalid',
  'holder_name_required',
  'ifsc_required',
  'ifsc_invalid',
  'currencies_alike',
  'rate_moved',
  // credit score
  'credit_score_low',
  'unknown_event',
  'appeal_already_made',
  'appeal_text_required',
] as const;

export type Refusal = (typeof REFUSALS)[number];

const known: ReadonlySet<string> = new Set(REFUSALS);
export const isRefusal = (text: string): text is Refusal => known.has(text);

/** Envelope codes. A refusal is always 500; its meaning is in `data.reason`. */
export const CODES = { success: 200, noSession: 401, sessionEnded: 2001, refused: 500 } as const;

/** One recharge by UPI, in paise: a broker's pay-in is at most Rs 5 lakh a payment (docs/sources.md, U1). */
export const RECHARGE_LIMITS_PAISE = { min: 100n, max: 50_000_000n } as const;

/** A picture that is uploaded: 5 MB. */
export const IMAGE_BYTES = 5 * 1024 * 1024;
export const PASSWORD_LENGTH = { min: 6, max: 64 } as const;

/** The invitation code that a sandbox is open with; the registration page says it. */
export const SANDBOX_INVITE_CODE = 'KHARA';

/** One recharge by UPI, in paise: a broker's pay-in is at most Rs 5 lakh a payment (docs/sources.md, U1). */
export const RECHARGE_LIMITS_PAISE = { min: 100n, max: 50_000_000n } as const;

/** A picture that is uploaded: 5 MB. */
export const IMAGE_BYTES = 5 * 1024 * 1024;
export const PASSWORD_LENGTH = { min: 6, max: 64 } as const;
/** The app is a phone's page; on a desk it stands in the middle, this wide at most (px). */
export const MAX_PAGE_WIDTH = 480;
/** How far (px) a list is pulled before letting go refreshes it. */
export const PULL_REFRESH_THRESHOLD = 64;

/** The invitation code that a sandbox is open with; the registration page says it. */
export const SANDBOX_INVITE_CODE = 'KHARA';

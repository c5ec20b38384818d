/** Who is signed in, as the session's row says. */
export type Member = {
  readonly userId: string;
  /** The account's number: the exchange knows members by it. */
  readonly accountKey: number;
  readonly sessionId: string;
  /** SHA-256 of the session's token, in hex. */
  readonly tokenHash: string;
  /** Whether it is a practice account, which its device's key opens and no password. */
  readonly deviceOnly: boolean;
  /** Real ms until which a correct transaction password is remembered; undefined when it is not. */
  readonly transactionPasswordUntil: number | undefined;
};

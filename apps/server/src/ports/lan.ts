/** Where phones find the server in its network, and what makes the line encrypted. */
export type Lan = {
  /** None where the machine is in no network. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** Undefined where that port is taken. */
  readonly httpsPort: number | undefined;
  /** The root of the installation's authority, DER. */
  readonly root: Uint8Array;
  /** SHA-256 of the root, in pairs of digits. */
  readonly fingerprint: string;
};

/** The encrypted port stands so far beyond the other: 8443 for 8080. */
export const HTTPS_BEYOND = 363;
export const MAX_PORT = 65_535;

/** Where phones find the server in its network, and what makes the line encrypted. */
export type Lan = {
  /** In networks of a house or a school; none where the machine is in no such network. */
  readonly addresses: readonly string[];
  /** Other addresses of the machine, which may be reached from the Internet. */
  readonly elsewhere: readonly string[];
  readonly port: number;
  /** Undefined where nothing answers by https; `whyNoHttps` then says why. */
  readonly httpsPort: number | undefined;
  /** The port is another program's, this user may not open it, or there is none with so high a number. */
  readonly whyNoHttps?: 'taken' | 'forbidden' | 'beyond' | undefined;
  /** The root of the installation's authority, DER. */
  readonly root: Uint8Array;
  /** SHA-256 of the root, in pairs of digits. */
  readonly fingerprint: string;
};

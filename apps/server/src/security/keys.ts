import type { BankKey } from './bank-signature.ts';
import type { Vault } from './vault.ts';

/** Secrets that live outside the database, in DATA_DIR/keys (mode 0600). */
export type Keys = {
  /** HMAC key put before every password hash, with the id that is stored beside the hash. */
  readonly passwordPepper: { readonly id: string; readonly key: Uint8Array };
  /** Keys that wrap the keys of what is stored encrypted (bank accounts, second factors, pictures); see vault.ts. */
  readonly vault: Vault;
  /** Secret from which session seeds of the market are derived. */
  readonly installSecret: Uint8Array;
  /** Ed25519 key by which the bank of the sandbox signs what it says. */
  readonly bank: BankKey;
  /** Ed25519 key that signs the ledger's log, with its name `khara/<install id>`. */
  readonly log: LogKey;
  /** Ed25519 key of this server alone, which signs receipts. */
  readonly node: NodeKey;
};

/** By which a server writes records and commands, and believes those it reads. */
export type OwnKeys = Pick<Keys, 'log' | 'node' | 'installSecret'>;

/** Keys that all servers of an installation share. */
export type InstallationKeys = Omit<Keys, 'node'>;

/** Servers that do not seal the log have its public key alone. */
export type LogKey = { readonly name: string; readonly publicKey: Uint8Array; readonly secretSeed?: Uint8Array };
export type SecretLogKey = LogKey & { readonly secretSeed: Uint8Array };

export type NodeKey = {
  /** Of the server. */
  readonly node: string;
  readonly publicKey: Uint8Array;
  readonly secretSeed: Uint8Array;
};

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { hex, unhex } from '@khara/proof';
import type { PaymentAsked, PayTo, RailReport } from '#src/ports/payment-rail.ts';
import { lengthPrefixed } from './length-prefixed.ts';

/*
 * The bank of the sandbox stands for a party outside, so what it says counts by its own key, and not by being a row of
 * the database: a payment that it was asked for, where to pay to, a report, and that it will not report any more.
 */

/** Ed25519 key of the bank. */
export type BankKey = { readonly publicKey: Uint8Array; readonly secretSeed: Uint8Array };

type Said = Readonly<Record<string, string | number | bigint | null | undefined>>;

/** What stands before an Ed25519 seed in PKCS #8, and before a key in SubjectPublicKeyInfo (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function signedBytes(what: 'payment' | 'pay to' | 'report' | 'cancellation', said: Said): Buffer {
  const fields = Object.entries(said).filter(([, value]) => value !== null && value !== undefined);
  const texts = fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, value]) => [name, String(value)]);
  return lengthPrefixed(['khara/sandbox-bank/1', what, ...texts]);
}

/** What the bank says under its key: the signature in hex. */
export const signAsBank = ({ secretSeed }: BankKey, ...said: Parameters<typeof signedBytes>): string => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secretSeed]), format: 'der', type: 'pkcs8' });
  return hex(sign(undefined, signedBytes(...said), key));
};

/** Whether the bank said it. A text that is no signature is none. */
export function isOfBank(
  { publicKey }: Pick<BankKey, 'publicKey'>,
  signature: unknown,
  ...said: Parameters<typeof signedBytes>
): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(undefined, signedBytes(...said), key, unhex(signature));
}

/** Where a payment is paid to, as it is signed. */
export const payToSaid = (
  { orderNumber, currency, channel, amount }: Pick<PaymentAsked, 'orderNumber' | 'currency' | 'channel' | 'amount'>,
  { name, vpa, accountNumber, ifsc, network, address, qr }: PayTo,
): Said => ({ orderNumber, currency, channel, amount, name, vpa, accountNumber, ifsc, network, address, qr });

type Unsigned = RailReport extends infer R ? (R extends unknown ? Omit<R, 'signature'> : never) : never;

/** A report as it is signed. */
export const reportSaid = (report: Unsigned): Said => {
  const { id, orderNumber, direction, outcome, currency, amount, account, from } = report;
  const reason = 'reason' in report ? report.reason : undefined;
  return { id, orderNumber, direction, outcome, currency, amount, account, from, reason };
};

/** A report under the bank's key. */
export const signReport = (key: BankKey, report: Unsigned): RailReport => ({
  ...report,
  signature: signAsBank(key, 'report', reportSaid(report)),
});

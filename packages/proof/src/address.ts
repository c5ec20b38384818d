import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex, utf8 } from './bytes.ts';

/** First byte of an account's address on the TRC network. */
const TRC_PREFIX = 0x41;
const ADDRESS_BYTES = 20;
const base58check = createBase58check(sha256);

/**
 * Whether an address belongs to a network and its checksum is right: base58check for TRC; EIP-55 for ERC,
 * where an address in one case only carries no checksum and is refused, since a mistyped digit would go
 * unnoticed. The page that takes an address and the server ask the same.
 */
export const isAddress = (network: 'TRC' | 'ERC', address: string): boolean =>
  network === 'TRC' ? isTrcAddress(address) : isErcAddress(address);

function isTrcAddress(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  try {
    const bytes = base58check.decode(address);
    return bytes.length === ADDRESS_BYTES + 1 && bytes[0] === TRC_PREFIX;
  } catch {
    return false; // its checksum
  }
}

function isErcAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  return digits === withChecksum(digits.toLowerCase());
}

/** EIP-55: a letter is a capital where the digit of the hash of the address at its place is 8 or more. */
function withChecksum(lowerCase: string): string {
  const digest = hex(keccak_256(utf8(lowerCase)));
  return Array.from(lowerCase, (digit, place) =>
    parseInt(digest[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('');
}

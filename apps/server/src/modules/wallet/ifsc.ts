import { createRequire } from 'node:module';
import { plainDigits } from '@khara/rules';

/* Bank branches by their IFSC, from data/ifsc (NOTICE says where it is from). Nothing is asked over the network. */

export type Branch = { readonly ifsc: string; readonly bankName: string; readonly branchName: string };

/** The sandbox's own bank. */
const SANDBOX_IFSC = 'KHAR0000001';
const SANDBOX: Branch = { ifsc: SANDBOX_IFSC, bankName: 'Khara Sandbox Bank', branchName: 'Khara Sandbox' };

type Data = {
  readonly codes: Readonly<Record<string, readonly (number | string)[]>>;
  readonly names: Readonly<Record<string, string>>;
  readonly sublets: Readonly<Record<string, string>>;
  readonly customSublets: Readonly<Record<string, string>>;
};
/** A megabyte of JSON, read when the first bank account is bound and not at the start. Node keeps what it has read. */
function readBranches(): Data {
  const read = createRequire(import.meta.url);
  return {
    codes: read('../../../data/ifsc/IFSC.json'),
    names: read('../../../data/ifsc/banknames.json'),
    sublets: read('../../../data/ifsc/sublet.json'),
    customSublets: read('../../../data/ifsc/custom-sublets.json'),
  };
}

/**
 * The branch of an IFSC; undefined when there is none. Branches have no names in the data, so one is named by its code.
 */
export function findBranch(text: string): Branch | undefined {
  const ifsc = plainDigits(text).trim().toUpperCase();
  if (ifsc === SANDBOX_IFSC) return SANDBOX;
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return undefined;
  const { codes, names, sublets, customSublets } = readBranches();
  const bank = ifsc.slice(0, 4);
  const code = ifsc.slice(5);
  const known = Object.hasOwn(codes, bank) ? codes[bank] : undefined;
  if (!known?.includes(/^\d+$/.test(code) ? Number(code) : code)) return undefined;
  // Smaller banks use codes of larger ones.
  const sublet = sublets[ifsc];
  const custom = Object.keys(customSublets).find((prefix) => ifsc.startsWith(prefix));
  const bankName =
    (sublet && names[sublet]) ??
    (custom && (names[customSublets[custom] ?? ''] ?? customSublets[custom])) ??
    names[bank] ??
    bank;
  return { ifsc, bankName, branchName: code };
}

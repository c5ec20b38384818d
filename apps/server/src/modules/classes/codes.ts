import { createHmac } from 'node:crypto';
import { CLASS_CODE_SIGNS, readCode, toCodeSigns } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';

/**
 * Codes of slips are kept nowhere: each follows from the installation's secret, the class and the seat, and who has one
 * cannot make another.
 */
export function slipCode(
  { keys }: Pick<Deps, 'keys'>,
  room: { readonly id: string; readonly code: string },
  seat: number,
) {
  const bytes = createHmac('sha256', keys.installSecret).update(`khara/class-slip/1\n${room.id}\n${seat}`).digest();
  return room.code + toCodeSigns(bytes.subarray(0, CLASS_CODE_SIGNS.slip - CLASS_CODE_SIGNS.wall));
}

/** A code as it is printed: in groups of four. */
export const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** What was typed: the code of a wall, or of a slip of that wall's class; undefined for neither. */
export function readTyped(typed: string): { readonly wall: string; readonly slip: string | undefined } | undefined {
  const code = readCode(typed);
  const wall = code.slice(0, CLASS_CODE_SIGNS.wall);
  if (code.length === CLASS_CODE_SIGNS.wall) return { wall, slip: undefined };
  return code.length === CLASS_CODE_SIGNS.slip ? { wall, slip: code } : undefined;
}

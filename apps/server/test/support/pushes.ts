import type { ServerMessage } from '@khara/contract';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { pushesOver, tellMembers, type MemberSockets } from '#src/http/tell-members.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Pushes } from '#src/ports/pushes.ts';

/** Of an installation without devices and sessions. */
export const NO_PUSHES: Pushes = {
  changed: () => undefined,
  endSessions: () => undefined,
  forgetSessions: () => undefined,
};

/** Adds what tells members, as a server has it. Without `toUser` no device listens. Messages come some turns later. */
export function withPushes<D extends Omit<Deps, 'pushes'>>(
  deps: D,
  toUser?: (userId: string, message: ServerMessage) => unknown,
  sockets: Partial<MemberSockets> = {},
): D & Pick<Deps, 'pushes'> {
  const bus = memoryBus(deps.log);
  tellMembers(deps, bus, {
    isListening: () => toUser !== undefined,
    endSessions: () => undefined,
    hasProgram: () => false,
    toPrograms: () => undefined,
    ...sockets,
    toUser: (userId, message) => void toUser?.(userId, message),
  });
  return { ...deps, pushes: pushesOver(bus) };
}

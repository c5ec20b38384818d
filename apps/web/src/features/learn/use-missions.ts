import type { Data } from '@khara/contract';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readStoredJson, store } from '#lib/storage.ts';

export type MissionState = Data<'missions'>['missions'][number];

/** What the server sees is shown within two seconds while a page is open. */
const EVERY_MS = 1500;
const ANSWERED = 'missionsAnswered';

/** How far the member is; undefined of a guest and before the first answer. */
export function useMissions(): {
  readonly missions: ReadonlyMap<string, MissionState> | undefined;
  readonly failed: boolean;
} {
  const signedIn = useSignedIn();
  const { data, failure } = useCall('missions', {}, { enabled: signedIn, refetchMs: EVERY_MS, staleMs: 0 });
  return {
    missions: signedIn && data ? new Map(data.missions.map((one) => [one.id, one])) : undefined,
    failed: failure !== undefined,
  };
}

/** Questions that were answered on this device, by mission. */
export const answered = (): readonly string[] => {
  const kept = readStoredJson(ANSWERED);
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
};
export const keepAnswered = (id: string): void => store(ANSWERED, JSON.stringify([...new Set([...answered(), id])]));

/**
 * Whether a mission is done: seen by the server, or its question, where it is nothing else, answered on this device.
 */
export const isDone = (mission: MissionState | undefined): boolean =>
  mission?.state === 'seen' || (mission?.state === 'asked' && answered().includes(mission.id));

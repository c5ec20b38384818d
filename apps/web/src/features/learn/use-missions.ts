import type { MissionId, Nearly } from '@khara/contract';
import { useEffect, useState } from 'react';
import { askMissions, type Answered } from './ask.ts';
import { useSession, useSignedIn } from '#api/session.ts';
import { readStoredJson, store } from '#lib/storage.ts';

export interface MissionState {
  readonly id: MissionId;
  readonly state: 'open' | 'nearly' | 'seen';
  readonly at: number | null;
  readonly nearly: Nearly | null;
  readonly about: { readonly id: string; readonly kind: string; readonly code: string } | null;
  readonly quantity: number | null;
}

/** What the server sees is shown within two seconds while a page is open. */
const EVERY_MS = 1500;
const ANSWERED = 'missionsAnswered';

/** How far the member is; undefined of a guest and before the first answer. */
export function useMissions(): {
  readonly missions: ReadonlyMap<string, MissionState> | undefined;
  readonly failed: boolean;
} {
  const signedIn = useSignedIn();
  const token = useSession((session) => session.token);
  const [missions, setMissions] = useState<ReadonlyMap<string, MissionState>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!signedIn) return undefined;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const answer: Answered<{ readonly missions: readonly MissionState[] }> = await askMissions('missions', {}, token);
      if (ended) return;
      setFailed(!answer.ok);
      if (answer.ok) setMissions(new Map(answer.data.missions.map((one) => [one.id, one])));
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [signedIn, token]);
  return { missions: signedIn ? missions : undefined, failed };
}

/** Questions that were answered on this device, by mission. */
export const answered = (): readonly string[] => {
  const kept = readStoredJson(ANSWERED);
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
};
export const keepAnswered = (id: string): void => store(ANSWERED, JSON.stringify([...new Set([...answered(), id])]));

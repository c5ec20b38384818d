import { useState } from 'react';
import { useConfig } from '#api/config.ts';
import { readStored, store } from '#lib/storage.ts';

/** One soft tick at a fill of the reader's own, on the device that asked for it; none until it is chosen. */

const KEPT = 'sound';
/** A small bell, about as loud as a key of a quiet keyboard. */
const TICK = { hertz: 1320, gain: 0.06, seconds: 0.09 } as const;
/** No gain that falls in proportion reaches zero. */
const UNHEARD = 0.0001;

/** In a school thirty phones stand in one room: there it can neither be chosen nor heard. */
export const useMaySound = (): boolean => useConfig(({ info }) => info?.profile !== 'school');

const isOn = (): boolean => readStored(KEPT) === '1';

let context: AudioContext | undefined;

/** Silent where the browser asks for a touch first. */
export function tick(): void {
  if (!isOn() || useConfig.getState().info?.profile === 'school') return;
  context ??= new AudioContext();
  if (context.state !== 'running') void context.resume().catch(() => undefined);
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const { currentTime: now } = context;
  tone.frequency.value = TICK.hertz;
  volume.gain.setValueAtTime(TICK.gain, now);
  volume.gain.exponentialRampToValueAtTime(UNHEARD, now + TICK.seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + TICK.seconds);
}

/** The reader's choice, and how it is made. */
export function useSound(): readonly [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(isOn);
  return [
    on,
    (next) => {
      store(KEPT, next ? '1' : null);
      setOn(next);
      tick();
    },
  ];
}

import { expect, it } from 'vitest';
import { scheduleOverFrames } from './frame-scheduler.ts';

function stage() {
  const frames: (() => void)[] = [];
  const told: string[] = [];
  const call = scheduleOverFrames(
    (name) => told.push(name),
    (work) => frames.push(work),
  );
  return { call, told, next: () => frames.shift()?.(), left: () => frames.length };
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`);

it('rows of a screen change a few a frame, in the order they were called', () => {
  const { call, told, next, left } = stage();
  for (const name of names(14)) call(name);
  expect(told).toEqual([]);
  next();
  expect(told).toEqual(names(6));
  next();
  next();
  expect(told).toEqual(names(14));
  expect(left()).toBe(0);
});

it('who is called again while waiting is told once', () => {
  const { call, told, next } = stage();
  for (const name of ['A', 'B', 'A', 'A']) call(name);
  next();
  expect(told).toEqual(['A', 'B']);
  call('A');
  next();
  expect(told).toEqual(['A', 'B', 'A']);
});

it('however many there are, all are told within three frames', () => {
  const { call, told, next } = stage();
  for (const name of names(240)) call(name);
  for (let frame = 0; frame < 3; frame += 1) next();
  expect(told).toHaveLength(240);
});

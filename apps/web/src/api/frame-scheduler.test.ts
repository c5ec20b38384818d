import { expect, it } from 'vitest';
import { scheduleOverFrames } from './frame-scheduler.ts';

function stage() {
  const frames: (() => void)[] = [];
  const called: string[] = [];
  const call = scheduleOverFrames(
    (name) => called.push(name),
    (work) => frames.push(work),
  );
  return { call, called, next: () => frames.shift()?.(), left: () => frames.length };
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`);

it('rows of a screen change a few a frame, in the order they were called', () => {
  const { call, called, next, left } = stage();
  for (const name of names(14)) call(name);
  expect(called).toEqual([]);
  next();
  expect(called).toEqual(names(4));
  next();
  next();
  next();
  expect(called).toEqual(names(14));
  expect(left()).toBe(0);
});

it('what costs as much as several rows leaves room for fewer of them in its frame', () => {
  const { call, called, next } = stage();
  call('book', 4);
  for (const name of names(14)) call(name);
  next();
  expect(called).toEqual(['book']);
  next();
  expect(called).toEqual(['book', 'S0', 'S1', 'S2', 'S3']);
});

it('a listener that is called again while it waits is called once', () => {
  const { call, called, next } = stage();
  for (const name of ['A', 'B', 'A', 'A']) call(name);
  next();
  expect(called).toEqual(['A', 'B']);
  call('A');
  next();
  expect(called).toEqual(['A', 'B', 'A']);
});

it('however many there are, all are called within five frames', () => {
  const { call, called, next } = stage();
  for (const name of names(240)) call(name);
  for (let frame = 0; frame < 5; frame += 1) next();
  expect(called).toHaveLength(240);
});

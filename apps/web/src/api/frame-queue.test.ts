import { expect, it } from 'vitest';
import { createFrameQueue } from './frame-queue.ts';

function stage() {
  const frames: (() => void)[] = [];
  const called: string[] = [];
  const inFrame = createFrameQueue((work) => frames.push(work));
  const call = (name: string, rows?: number) => inFrame(name, () => called.push(name), rows);
  return { call, called, inFrame, next: () => frames.shift()?.(), left: () => frames.length };
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`);

it('rows of a screen change three a frame, in the order they were called, and none in the frame of the message', () => {
  const { call, called, next, left } = stage();
  for (const name of names(8)) call(name);
  expect(called).toEqual([]);
  next();
  expect(called).toEqual([]);
  next();
  expect(called).toEqual(names(3));
  next();
  next();
  expect(called).toEqual(names(8));
  expect(left()).toBe(0);
});

it('what has no room left in a frame begins the next one', () => {
  const { call, called, next } = stage();
  for (const name of ['A', 'B']) call(name);
  call('book', 2);
  call('C');
  next();
  next();
  expect(called).toEqual(['A', 'B']);
  next();
  expect(called).toEqual(['A', 'B', 'book', 'C']);
});

it('what costs as much as two frames has both', () => {
  const { call, called, next } = stage();
  call('chart', 6);
  call('A');
  next();
  next();
  expect(called).toEqual(['chart']);
  next();
  expect(called).toEqual(['chart']);
  next();
  expect(called).toEqual(['chart', 'A']);
});

it('of a key that is called again while it waits the newest work is done once', () => {
  const { inFrame, called, next, left } = stage();
  inFrame('A', () => called.push('older'));
  inFrame('B', () => called.push('B'));
  inFrame('A', () => called.push('newer'));
  next();
  next();
  expect(called).toEqual(['newer', 'B']);
  expect(left()).toBe(0);
});

it('work that calls for more while its frame paints has one frame after it, not two', () => {
  const { call, inFrame, next, left } = stage();
  inFrame('message', () => ['bids', 'asks'].forEach((side) => call(side, 2)), 0);
  for (const name of names(3)) call(name);
  next();
  next();
  expect(left()).toBe(1);
});

it('what fails stops nothing that waits behind it', () => {
  const { call, called, inFrame, next } = stage();
  inFrame('broken', () => {
    throw new Error('cannot paint');
  });
  call('A');
  next();
  expect(next).toThrow('cannot paint');
  next();
  expect(called).toEqual(['A']);
});

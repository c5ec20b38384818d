import { describe, expect, it } from 'vitest';
import { boardCsv } from './board-csv.ts';
import { readNames } from './names.ts';

describe('names of a class', () => {
  it('are the first column of each line, without a head and empty lines', () => {
    const csv = 'name,section\r\nAarav Deshmukh,2B\n\n  Anjali Nair ;2B\n"Nair, Bhavna",2B\n"D""Souza"\n,2B\nचारु\t2B';
    expect(readNames(csv)).toEqual(['Aarav Deshmukh', 'Anjali Nair', 'Nair, Bhavna', 'D"Souza', 'चारु']);
    expect(readNames('')).toEqual([]);
  });

  it('stand beside done and not done, and none is a formula of a spreadsheet', () => {
    const board = {
      missions: [
        { id: 'buy', on: null },
        { id: 'sell', on: '2026-12-01' },
      ],
      list: [
        { seat: 1, done: ['buy'], movedAt: null },
        { seat: 3, done: [], movedAt: 5 },
      ],
    } as unknown as Parameters<typeof boardCsv>[0];
    const words = { head: ['Seat', 'name'], done: 'done', notDone: 'not done', titleOf: (id: string) => `M ${id}` };
    expect(boardCsv(board, { ...words, names: ['=1+1', 'b', 'A "C"'] }).split('\r\n')).toEqual([
      '"Seat","name","M buy","M sell 2026-12-01"',
      '"1","\'=1+1","done","not done"',
      '"3","A ""C""","not done","not done"',
    ]);
  });
});

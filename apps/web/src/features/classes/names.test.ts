import { describe, expect, it } from 'vitest';
import { boardCsv } from './board-csv.ts';
import { givenName, readNames, readText } from './names-csv.ts';

describe('names of a class', () => {
  it('are the first column of each line, without a head and empty lines', () => {
    const csv = 'name,section\r\nAarav Deshmukh,2B\n\n  Anjali Nair ;2B\n"Nair, Bhavna",2B\n"D""Souza"\n,2B\nचारु\t2B';
    expect(readNames(csv)).toEqual(['Aarav Deshmukh', 'Anjali Nair', 'Nair, Bhavna', 'D"Souza', 'चारु']);
    expect(readNames('')).toEqual([]);
  });

  it.each([
    ['a head of two words', 'Student name,Section\nAarav,2B\nAnjali,2B', ['Aarav', 'Anjali']],
    ['numbers before names', 'Roll no,Name\n1,Aarav\n2,Anjali', ['Aarav', 'Anjali']],
    ['numbers before names, under heads of another word', 'Roll,Candidate\n1,Aarav\n2,Anjali', ['Aarav', 'Anjali']],
    ['numbers before names, without a head', '1;Aarav\n2;Anjali', ['Aarav', 'Anjali']],
    ['one column with commas of names', 'Nair, Anjali\nDeshmukh, Aarav', ['Nair, Anjali', 'Deshmukh, Aarav']],
    ['the same under a head', 'Name\nNair, Anjali\nRao,Bhavna', ['Nair, Anjali', 'Rao, Bhavna']],
    ['the same in the last column', 'Roll no,Name\n1,Nair, Anjali\n2,Bhavna', ['Nair, Anjali', 'Bhavna']],
    ['a class that was typed after a blank', 'Aarav, 2B\nAnjali, 2B', ['Aarav', 'Anjali']],
    ['line ends of an old Mac', 'Name\rAarav\rAnjali', ['Aarav', 'Anjali']],
    ['a line end in quotes', 'Name,Section\r\n"Anjali\r\nNair",2B\r\nAarav,2B', ['Anjali Nair', 'Aarav']],
    ['a quote that is not closed', '"Anjali\nAarav', ['"Anjali', 'Aarav']],
    ['one name', 'Aarav', ['Aarav']],
    ['names with नाम in them', 'विद्यार्थी का नाम\nनामदेव', ['नामदेव']],
    ['marks that turn a line', 'A\u202Earav', ['Aarav']],
  ])('are read of %s', (_, csv, names) => {
    expect(readNames(csv)).toEqual(names);
  });

  it.each<[string, number[], string | undefined]>([
    ['Windows-1252', [0x4a, 0x6f, 0x73, 0xe9], 'José'],
    ['UTF-8', [0xef, 0xbb, 0xbf, 0x4a, 0x6f, 0x73, 0xc3, 0xa9], 'José'],
    ['UTF-16, small end first', [0xff, 0xfe, 0x4a, 0, 0xe9, 0], 'Jé'],
    ['UTF-16, big end first', [0xfe, 0xff, 0, 0x4a, 0, 0xe9], 'Jé'],
    ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0x06], undefined],
    ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d], undefined],
  ])('come of a file in %s', async (_, bytes, text) => {
    expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe(text);
  });

  it('stand on slips by the given name', () => {
    expect(['Anjali Nair', 'Nair, Anjali Devi', 'Anjali'].map(givenName)).toEqual(['Anjali', 'Anjali', 'Anjali']);
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
    expect(boardCsv(board, { ...words, names: ['＝1+1', 'b', '=A "C"'] }).split('\r\n')).toEqual([
      '"Seat","name","M buy","M sell 2026-12-01"',
      '"1","\'＝1+1","done","not done"',
      '"3","\'=A ""C""","not done","not done"',
    ]);
  });
});

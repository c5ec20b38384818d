import { expect, it } from 'vitest';
import type { JournalledCommand } from './commands.ts';
import { commandOfLine, toOrderLine, OWN_NUMBERS } from './order-log.ts';

const command = {
  seq: 1,
  kind: 'place',
  orderId: 7,
  accountKey: 3,
  code: 'AAMRAI',
  side: 'buy',
  price: 1325_40,
  quantity: 2,
  validity: 'day',
  market: false,
} as const satisfies JournalledCommand;

it('the line of an order says that a program placed it, and is read as it was written', () => {
  const [plain, marked] = [command, { ...command, byProgram: true }].map((each) =>
    toOrderLine(each, 5, 0, OWN_NUMBERS),
  );
  expect(marked).toEqual([...plain!, 'program']);
  const read = (line: NonNullable<typeof plain>) => commandOfLine(line, 1, () => 3);
  expect(read(plain!)).toEqual({ step: 5, index: 0, command });
  expect(read(marked!)).toEqual({ step: 5, index: 0, command: { ...command, byProgram: true } });
});

import { expect, it } from 'vitest';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { ShareNotes } from './share-parts.tsx';

const quiet = { calendar: () => ({ list: [], nextCursor: null }) };

it('a share of a small issue says until when it trades trade-for-trade, and of a small company its lot', async () => {
  answering(quiet);
  const small = stock({ series: 'ST', tradeForTradeUntil: '2026-12-08', lotSize: 1000 });
  const screen = await show(<ShareNotes stock={small} />);
  await expect.element(screen.getByText(/Series ST, trade-for-trade until .*8 Dec.*band of 5%/)).toBeVisible();
  await expect.element(screen.getByText(/market lot of 1,000/)).toBeVisible();
});

it('any other share says nothing of it', async () => {
  answering(quiet);
  const screen = await show(<ShareNotes stock={stock()} />);
  await expect.element(screen.getByText(/trade-for-trade|market lot/)).not.toBeInTheDocument();
});

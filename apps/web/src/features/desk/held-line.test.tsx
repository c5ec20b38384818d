import { expect, it, onTestFinished } from 'vitest';
import { quoteStore } from '#api/client.ts';
import { show } from '../../../test/show.tsx';
import { HeldLine } from './held-line.tsx';

const held = {
  positionId: '7',
  quantity: 40,
  buyingPrice: '1498.20',
  marketValue: '62496.00',
  totalProfit: '2568.00',
  profitPercent: '4.29',
  todayProfit: '768.00',
  breakEven: '1503.30',
};

it('says what is held, its result and that of the day, which both follow the price, and the break-even', async () => {
  const screen = await show(<HeldLine code="HELDLINE" price="1562.40" held={held} />);
  onTestFinished(() => screen.unmount());
  const value = (term: string) => screen.getByText(term, { exact: true }).element().nextElementSibling?.textContent;
  expect(value('You hold')).toBe('40 at 1,498.20');
  expect(value('Unrealised')).toContain('+₹2,568.00');
  expect(value('Today')).toContain('+₹768.00');
  expect(value('Break-even')).toBe('1,503.30');

  quoteStore.receive({ type: 'quotes', data: [['HELDLINE', '1542.40', '0.10', 1, Date.now()]] });
  await expect.poll(() => value('Unrealised')).toContain('+₹1,768.00');
  await expect.poll(() => value('Today')).toContain('−₹32.00');
});

it('says nothing of a day that an answer of an earlier version does not have', async () => {
  const { todayProfit: _, breakEven: __, ...earlier } = held;
  const screen = await show(<HeldLine code="HELDLINE2" price="1562.40" held={earlier} />);
  onTestFinished(() => screen.unmount());
  await expect.element(screen.getByText('You hold')).toBeVisible();
  for (const term of ['Today', 'Break-even']) await expect.element(screen.getByText(term)).not.toBeInTheDocument();
});

import { flushSync } from 'react-dom';
import { beforeEach, expect, it } from 'vitest';
import { storeLanguage } from '#lib/language.ts';
import { show } from '../../test/show.tsx';
import { Change, HeroMoney, Money, Percent } from './amount.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from './hidden-amounts.ts';

beforeEach(() => useHiddenAmounts.setState({ hidden: false }));

/** What is seen, without what only a screen reader gets; and the other way round. */
const seen = (element: Element): string =>
  [...element.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent).join('');
function spoken(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return copy.textContent;
}

it('an amount is grouped the Indian way, and in thousands in Chinese', async () => {
  const { container } = await show(<Money value="1234567.89" />);
  expect(seen(container)).toBe('₹12,34,567.89');
  flushSync(() => storeLanguage('zh-Hans'));
  expect(seen(container)).toBe('₹1,234,567.89');
});

it('a loss has a true minus before the rupee, and is said in words', async () => {
  const { container } = await show(<Money value="-333.00" />);
  expect(seen(container)).toBe('−₹333.00');
  expect(spoken(container)).toBe('minus 333.00 rupees');
});

it('what is not known is a dash, and said to be unknown', async () => {
  const { container } = await show(<Money value={undefined} />);
  expect(seen(container)).toBe('–');
  expect(spoken(container)).toBe('not known');
});

it('hidden amounts are six dots whatever they hide, on every amount at once, and nothing tells them', async () => {
  const { container } = await show(
    <>
      <p>
        <Money value="1.00" />
      </p>
      <p>
        <Money value="98765432.10" />
      </p>
      <p>
        <HeroMoney value="-98765432.10" />
      </p>
      <p>
        <Change amount="-5000.00" percent="-1.20" money />
      </p>
    </>,
  );
  flushSync(toggleHiddenAmounts);
  const [small, large, hero, change] = [...container.querySelectorAll('p')];
  expect(seen(small as Element)).toBe('••••••');
  expect(seen(large as Element)).toBe('••••••');
  expect(seen(hero as Element)).toBe('₹••••••');
  expect(seen(change as Element)).toContain('••••••');
  expect(container.textContent).not.toMatch(/98|765|5,?000/);
  expect(spoken(small as Element)).toBe('amount hidden');
  flushSync(toggleHiddenAmounts);
  expect(seen(small as Element)).toBe('₹1.00');
});

it('the choice to hide is kept on the device', async () => {
  const { container } = await show(<Money value="1.00" />);
  flushSync(toggleHiddenAmounts);
  expect(seen(container)).toBe('••••••');
  expect(localStorage.getItem('hideAmounts')).toBe('1');
});

it('an amount that is being decided about is never hidden', async () => {
  useHiddenAmounts.setState({ hidden: true });
  const { container } = await show(<Money value="53019.48" hideable={false} />);
  expect(seen(container)).toBe('₹53,019.48');
});

it.each([
  ['1.24', '+1.24%', 'up 1.24 per cent'],
  ['-0.30', '−0.30%', 'down 0.30 per cent'],
  ['0.00', '0.00%', 'unchanged'],
])('a change of %s is shown by %s and spoken as "%s"', async (value, shown, said) => {
  const { container } = await show(<Percent value={value} />);
  expect(container.textContent).toContain(shown);
  expect(spoken(container)).toBe(said);
  expect(container.querySelectorAll('svg').length).toBe(value === '0.00' ? 0 : 1);
});

it.each([
  ['3.80', true, 'plus 3.80 rupees'],
  ['-1234.50', true, 'minus 1,234.50 rupees'],
  ['0.00', true, '0.00 rupees'],
  ['3.80', false, 'plus 3.80'],
])('a change of %s, of money: %s, is spoken as "%s"', async (amount, money, said) => {
  const { container } = await show(<Change amount={amount} money={money} />);
  expect(spoken(container)).toBe(said);
});

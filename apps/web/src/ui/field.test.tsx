import { useState } from 'react';
import { userEvent } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import { point, press, show } from '../../test/show.tsx';
import { CodeField } from './code-boxes.tsx';
import { Field, PasswordField } from './field.tsx';
import { Stepper } from './stepper.tsx';

/** What a screen reader says below the field. */
const described = (input: Element): string | undefined =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

it('a hint describes the field, and an error takes its place and is spoken', async () => {
  const screen = await show(<Field label="Price" hint="Tick 0.10" />);
  const input = screen.getByLabelText('Price');
  expect(described(input.element())).toBe('Tick 0.10');
  await screen.rerender(<Field label="Price" hint="Tick 0.10" error="The price must be a multiple of the tick" />);
  expect(described(input.element())).toBe('The price must be a multiple of the tick');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(screen.getByRole('alert').first())
    .toMatchTextContent(/^The price must be a multiple of the tick$/);
});

it('a hint that mends what is wrong stays below the error', async () => {
  const screen = await show(
    <Field label="IFSC" hint={<button type="button">KHAR0000001</button>} hintStays error="No bank" />,
  );
  await expect.element(screen.getByRole('alert').first()).toMatchTextContent(/^No bank$/);
  await expect.element(screen.getByRole('button', { name: 'KHAR0000001' })).toBeVisible();
});

it('a password is shown while its eye is open', async () => {
  const screen = await show(<PasswordField label="Login password" />);
  const input = screen.getByLabelText('Login password');
  await expect.element(input).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: 'Show password' }).click();
  await expect.element(input).toHaveAttribute('type', 'text');
});

function Quantity({ onStep = () => {}, error }: { readonly onStep?: () => void; readonly error?: string }) {
  const [value, setValue] = useState('10');
  return (
    <Stepper
      label="Price"
      inputMode="decimal"
      value={value}
      onChange={setValue}
      onStep={(direction) => {
        onStep();
        setValue((now) => String(Number(now) + direction));
      }}
      lessLabel="One tick down"
      moreLabel="One tick up"
      hint="Tick 1"
      error={error}
    />
  );
}

it('a stepper is typed into with a decimal key pad, stepped by its keys and by arrows', async () => {
  const screen = await show(<Quantity />);
  const input = screen.getByLabelText('Price');
  await expect.element(input).toHaveAttribute('inputmode', 'decimal');
  await screen.getByRole('button', { name: 'One tick up' }).click();
  await expect.element(input).toHaveValue('11');
  await screen.getByRole('button', { name: 'One tick down' }).click();
  await expect.element(input).toHaveValue('10');
  await userEvent.fill(input, '12.5');
  await expect.element(input).toHaveValue('12.5');
  await input.click();
  await press('{ArrowUp}');
  await expect.element(input).toHaveValue('13.5');
});

it.each(['१३००.५०', '１３００。５０', '\u202a1300.50\u202c', '௧௩௦௦.௫௦'])(
  'a stepper reads %o as 1300.50',
  async (typed) => {
    const screen = await show(<Quantity />);
    await userEvent.fill(screen.getByLabelText('Price'), typed);
    await expect.element(screen.getByLabelText('Price')).toHaveValue('1300.50');
  },
);

it('a code is read from what is pasted around it', async () => {
  const typed = vi.fn<(value: string) => void>();
  const screen = await show(
    <CodeField label="Code" length={0} onChange={({ target }) => typed(target.value)} defaultValue="" />,
  );
  await userEvent.fill(screen.getByLabelText('Code'), '\u2068१२३ 456\u2069');
  expect(typed).toHaveBeenLastCalledWith('123456');
});

it('a key that is held repeats after 350 ms, until it is let go', async () => {
  const stepped = vi.fn<() => void>();
  const screen = await show(<Quantity onStep={stepped} />);
  const up = screen.getByRole('button', { name: 'One tick up' }).element() as HTMLButtonElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  point(up, 'pointerdown');
  await vi.advanceTimersByTimeAsync(349);
  expect(stepped).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stepped).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(160);
  expect(stepped).toHaveBeenCalledTimes(3);
  point(up, 'pointerup');
  up.click(); // what the browser says after it: a held key has stepped already
  await vi.advanceTimersByTimeAsync(1000);
  expect(stepped).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
  await expect.element(screen.getByLabelText('Price')).toHaveValue('13');
});

it('a stepper’s error is the description of its input', async () => {
  const screen = await show(<Quantity error="Outside the band" />);
  expect(described(screen.getByLabelText('Price').element())).toBe('Outside the band');
});

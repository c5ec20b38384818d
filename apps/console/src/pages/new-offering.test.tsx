import { LANGUAGES } from 'virtual:contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPatience, refused, serveCalls, showAt, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { NewOffering } from './new-offering.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const choices = {
  days: ['2026-11-24', '2026-11-25', '2026-11-26'],
  companies: [{ code: 'AAMRAI', name: 'Aamrai Foods', lastPrice: '1325.40' }],
  sectors: ['Banks', 'Power'],
};
const showForm = () => showAt('/offerings/new', '/offerings/new', <NewOffering />);
const send = page.getByRole('button', { name: 'Ask for it' });
const kind = page.getByRole('combobox').first();
const names = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, `Name ${tag}`]));

async function fillIssue(code: string): Promise<void> {
  await page.getByLabelText('Code of the new share').fill(code);
  for (const { tag, name } of LANGUAGES) await page.getByLabelText(`Name, ${name}`).fill(`Name ${tag}`);
  await page.getByLabelText('Floor, ₹').fill('100');
  await page.getByLabelText('Cap, ₹').fill('110');
  await page.getByLabelText('What it does, in English').fill('It makes lamps.');
}

it('the form of an offering waits for the days and companies, and fails with a way to try again', async () => {
  await expectPatience('consoleCalendar', choices, showForm);
  await expect.element(send).toBeVisible();
});

describe('a new issue', () => {
  it('is asked for with its company and its terms, and leads to the requests', async () => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await fillIssue('LAMPS');
    await send.click();
    await expect.element(page.getByText('Gone to /requests')).toBeVisible();
    expect(asked('consoleRequest')).toEqual([
      {
        action: 'offering.create',
        subject: 'LAMPS',
        payload: {
          offering: {
            kind: 'ipo',
            code: 'LAMPS',
            opensOn: '2026-11-25',
            issue: { names, sector: 'Banks', board: 'main', story: 'It makes lamps.', floor: '100', cap: '110' },
            discountBps: 0,
            sharesPerLot: 70,
            totalShares: 7_000_000,
            reservedBps: 3_500,
            minLots: 1,
            maxLots: 13,
            demandHundredths: 400,
          },
        },
        reason: 'issuer_asked',
      },
    ]);
  });

  it.each(['lamps', 'LA', 'LAMPS1'])('is not asked for under the code %s: the form goes back to it', async (code) => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await fillIssue(code);
    await send.click();
    await expect.element(page.getByLabelText('Code of the new share')).toHaveFocus();
    expect(asked('consoleRequest')).toEqual([]);
  });

  it('is not asked for without a story', async () => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await fillIssue('LAMPS');
    const story = page.getByLabelText('What it does, in English');
    await story.clear();
    await send.click();
    await expect.element(story).toHaveFocus();
    expect(asked('consoleRequest')).toEqual([]);
  });

  it.each([
    ['band_of_105_to_120', 'The cap lies between 105 and 120 per cent of the floor.'],
    ['a_rule_of_tomorrow', 'The terms break a rule.'],
  ])('that breaks the rule %s reads what it asks for, and keeps its terms', async (rule, says) => {
    serveCalls({
      consoleCalendar: choices,
      consoleRequest: refused('terms', 'The terms break a rule.', { rule }),
    });
    await showForm();
    await fillIssue('LAMPS');
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(says);
    await expect.element(page.getByLabelText('Cap, ₹')).toHaveValue('110');
  });
});

describe('an offering of a listed company', () => {
  it('is asked for with the terms usual for its kind, and none of an issue', async () => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await kind.selectOptions('Block');
    await page.getByRole('combobox').last().selectOptions('AAMRAI, Aamrai Foods');
    await expect.element(page.getByText(/^Now ₹1,325\.40; its price is found anew/)).toBeVisible();
    await send.click();
    await expect.poll(() => asked('consoleRequest')).toHaveLength(1);
    expect(asked('consoleRequest')).toEqual([
      {
        action: 'offering.create',
        subject: 'AAMRAI',
        payload: {
          offering: {
            kind: 'block',
            code: 'AAMRAI',
            opensOn: '2026-11-25',
            discountBps: 125,
            sharesPerLot: 70,
            totalShares: 7_000_000,
            reservedBps: 0,
            minLots: 4,
            maxLots: 200,
            demandHundredths: 100,
          },
        },
        reason: 'issuer_asked',
      },
    ]);
  });

  it('is not asked for without a company: the code of an issue typed before does not stay', async () => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await page.getByLabelText('Code of the new share').fill('LAMPS');
    await kind.selectOptions('Private placement');
    const company = page.getByRole('combobox').last();
    await expect.element(company).toHaveValue('');
    await send.click();
    await expect.element(company).toHaveFocus();
    expect(asked('consoleRequest')).toEqual([]);
  });

  it('is not asked for with a figure left out', async () => {
    const asked = serveCalls({ consoleCalendar: choices });
    await showForm();
    await kind.selectOptions('Block');
    await page.getByRole('combobox').last().selectOptions('AAMRAI, Aamrai Foods');
    const shares = page.getByLabelText('Shares in all');
    await shares.clear();
    await send.click();
    await expect.element(shares).toHaveFocus();
    expect(asked('consoleRequest')).toEqual([]);
  });
});

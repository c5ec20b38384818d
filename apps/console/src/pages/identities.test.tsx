import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPatience, makeList, refused, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Identities } from './identities.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const application = (more: object = {}) => ({
  id: 'K1',
  memberId: 'M1',
  name: 'Asha Rao',
  submittedAt: Date.now() - 120_000,
  frontPhoto: 'P1',
  backPhoto: 'P2',
  requestId: null,
  ...more,
});
const PNG = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
const picture = () => new Response(PNG, { headers: { 'content-type': 'image/png' } });
const look = page.getByRole('button', { name: 'Look at number and pictures' });

it('the identities under review are waited for, fail with a way to try again, and may be none', async () => {
  await expectPatience('consoleIdentities', makeList(), () => show(<Identities />));
  await expect.element(page.getByText('No identity waits for a review.')).toBeVisible();
});

describe('the number and the pictures of an identity', () => {
  it('are not asked for until a person looks, which its owner sees', async () => {
    const asked = serveCalls({
      consoleIdentities: makeList(application()),
      consoleIdentity: { idNumberMasked: 'XXXX XXXX 4321' },
      consolePicture: picture(),
    });
    await show(<Identities />);
    await expect.element(page.getByText('Asha Rao sees that you looked.')).toBeVisible();
    expect([asked('consoleIdentity'), asked('consolePicture')]).toEqual([[], []]);
    await look.click();
    await expect.element(page.getByText('XXXX XXXX 4321')).toBeVisible();
    for (const side of ['Front', 'Back'])
      await expect.element(page.getByRole('img', { name: `${side} of the card of Asha Rao` })).toBeVisible();
    expect(asked('consoleIdentity')).toHaveLength(1);
    expect(asked('consolePicture')).toHaveLength(2);
  });

  it.each([
    ['the number', { consoleIdentity: refused('not_found', 'It was decided meanwhile.'), consolePicture: picture() }],
    [
      'a picture',
      {
        consoleIdentity: { idNumberMasked: '4321' },
        consolePicture: refused('not_found', 'It was decided meanwhile.'),
      },
    ],
  ])('say why, when %s is refused, and show nothing', async (_what, answers) => {
    serveCalls({ consoleIdentities: makeList(application()), ...answers });
    await show(<Identities />);
    await look.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It was decided meanwhile.');
    expect(page.getByText('4321').all()).toEqual([]);
    await expect.element(look).toBeEnabled();
  });
});

const ask = async (button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog');
};

describe('what one person asks about an identity', () => {
  it('is to certify it, since the documents match', async () => {
    const asked = serveCalls({ consoleIdentities: makeList(application()) });
    await show(<Identities />);
    const dialog = await ask('Ask to certify');
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'identity.decide', subject: 'K1', payload: { approve: true }, reason: 'documents_match' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('is to fail it, with what is wrong', async () => {
    const asked = serveCalls({ consoleIdentities: makeList(application()) });
    await show(<Identities />);
    const dialog = await ask('Ask to fail');
    await dialog.getByRole('combobox').first().selectOptions('Documents do not match');
    await dialog.getByRole('combobox').last().selectOptions('Picture not readable');
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toMatchObject([{ payload: { approve: false, flaw: 'picture_not_readable' }, reason: 'documents_do_not_match' }]);
  });

  it('that is refused says why, and stays open', async () => {
    serveCalls({
      consoleIdentities: makeList(application()),
      consoleRequest: refused('state', 'A request for it is open.'),
    });
    await show(<Identities />);
    const dialog = await ask('Ask to certify');
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('A request for it is open.');
  });
});

it.each([
  ['S1', true],
  ['S2', false],
])('an identity that %s asked to certify is decided by another: S2 can agree is %s', async (maker, can) => {
  const request = waitingRequest({ action: 'identity.decide', subject: 'K1', maker, payload: { approve: true } });
  const asked = serveCalls({
    consoleIdentities: makeList(application({ requestId: '7' })),
    consoleRequests: makeList(request),
  });
  await show(<Identities />);
  const agree = page.getByRole('button', { name: 'Agree' });
  await expect.element(page.getByRole('button', { name: 'Ask to certify' })).not.toBeInTheDocument();
  if (can) {
    await agree.click();
    await expect.poll(() => asked('consoleDecide')).toMatchObject([{ id: '7', approve: true }]);
  } else {
    await expect.element(agree).toBeDisabled();
  }
});

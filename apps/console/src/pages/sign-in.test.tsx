import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answered, refused, serve, show } from '../../test/show.tsx';
import { store } from '../../../web/src/lib/storage.ts';
import { endSession, session } from '../api/session.ts';
import { SignIn } from './sign-in.tsx';

const ASHA = { number: 'S1', name: 'Asha' };
const entered = (more: object = {}) =>
  answered({ token: 'the token', staff: ASHA, device: 'this browser', recoveryCodes: null, ...more });

beforeEach(() => {
  localStorage.clear();
  store('console.device', null); // also where another test forbade the storage, and it is a memory
  endSession();
});
afterEach(() => endSession());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
async function password(text = 'the password') {
  await page.getByLabelText('Name').fill('asha');
  await page.getByLabelText('Password').fill(text);
  await press('Sign in');
}
const alert = page.getByRole('alert');

describe('the sign-in of the back office', () => {
  it('begins a session with name and password, and the browser is known the next time', async () => {
    const asked = serve(() => entered());
    await show(<SignIn />);
    await password();
    await expect.poll(session).toEqual({ token: 'the token', staff: ASHA });
    endSession();
    await press('Sign in');
    await expect.poll(session).toBeDefined();
    expect(asked).toMatchObject([{ name: 'asha', password: 'the password' }, { device: 'this browser' }]);
    expect(asked[0]).not.toHaveProperty('device');
    expect(asked[0]).not.toHaveProperty('otp');
    expect(asked[0]).not.toHaveProperty('enrol');
  });

  it('says that the name or the password is wrong, in the words of this page', async () => {
    serve(() => refused('credentials_invalid', 'The phone number or the password is wrong.'));
    await show(<SignIn />);
    await password();
    await expect.element(alert).toHaveTextContent('The name or the password is wrong.');
    expect(session()).toBeUndefined();
  });

  it('asks for a code where there is a second factor, which is no mistake; a wrong code is one', async () => {
    const asked = serve(({ otp }) =>
      otp === undefined
        ? refused('second_factor_required', 'A code is needed.')
        : otp === '123456'
          ? entered()
          : refused('otp_wrong', 'The code is wrong.'),
    );
    await show(<SignIn />);
    await password();
    const code = page.getByLabelText('Code of your authenticator, or a recovery code');
    await expect.element(code).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await code.fill('000000');
    await press('Sign in');
    await expect.element(alert).toHaveTextContent('The code is wrong.');
    await code.fill('123456');
    await press('Sign in');
    await expect.poll(session).toBeDefined();
    expect(asked.at(-1)).toMatchObject({ name: 'asha', password: 'the password', otp: '123456' });
  });

  it('goes back from the code to the password', async () => {
    serve(() => refused('second_factor_required', 'A code is needed.'));
    await show(<SignIn />);
    await password();
    await press('Back');
    await expect.element(page.getByLabelText('Password')).toBeVisible();
  });

  it('shows the key of a new factor in groups, and its recovery codes before the session begins', async () => {
    const setup = { secret: 'ABCDEFGHIJ', url: 'otpauth://totp/Khara' };
    const asked = serve(({ otp }) =>
      otp === undefined
        ? refused('second_factor_setup', 'Set it up.', setup)
        : entered({ recoveryCodes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] }),
    );
    await show(<SignIn />);
    await page.getByLabelText('Set up a second factor').click();
    await password();
    await expect.element(page.getByLabelText('Key')).toHaveTextContent('ABCD EFGH IJ');
    await page.getByLabelText('Code that the authenticator shows').fill('123456');
    await press('Sign in');
    await expect
      .element(page.getByRole('list', { name: 'Recovery codes' }))
      .toHaveTextContent('AAAA-BBBB-CCCCDDDD-EEEE-FFFF');
    expect(session()).toBeUndefined();
    await press('I have kept them');
    await expect.poll(session).toBeDefined();
    expect(asked).toMatchObject([{ enrol: true }, { enrol: true, otp: '123456' }]);
  });

  it('says why it is here when a session has ended by itself', async () => {
    const words = page.getByText(/^Your session has ended\./);
    const first = await show(<SignIn />);
    await expect.element(words).not.toBeInTheDocument();
    await first.unmount();
    endSession({ byItself: true });
    await show(<SignIn />);
    await expect.element(words).toBeVisible();
  });
});

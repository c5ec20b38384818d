import { consoleCalls, type ConsoleCallName } from '@khara/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { useBackOffice, type Answer } from '#test/back-office.ts';
import { newAddress, newMember } from '#test/client.ts';
import { bootstrapStaff } from './index.ts';

const MINUTE = 60_000;
const office = useBackOffice();
const { ask, signedIn } = office;

// What one test guesses is no failure of the next.
afterEach(() => office.database.admin.query('t.forget_attempts', 'DELETE FROM accounts.attempts'));

describe('sessions of the back office', () => {
  it('begin with name and password; a wrong one and an unknown name get the same refusal', async () => {
    const asha = await signedIn('asha', 'first-password');
    expect(await asha.get('consoleMe')).toEqual({ number: 'S1', name: 'asha' });
    for (const [name, password] of [
      ['asha', 'wrong'],
      ['nobody', 'first-password'],
    ]) {
      expect((await ask(undefined, 'consoleSignIn', { name, password })).data.reason).toBe('credentials_invalid');
    }
  });

  it('slow down a guesser', async () => {
    let answer: Answer;
    let tries = 0;
    do {
      answer = await ask(undefined, 'consoleSignIn', { name: 'guessed', password: `guess ${tries}` });
      tries += 1;
    } while (answer.data.reason === 'credentials_invalid' && tries < 20);
    expect(answer.data.reason).toBe('try_later');
  });

  it('slow a network down for good: a right password of one person there forgives no other', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    let refused = 0;
    for (let tries = 0; tries < 45; tries += 1) {
      if (tries % 10 === 9) await ask(undefined, 'consoleSignIn', { name: 'chand', password: 'third-password' }, from);
      const { data } = await ask(undefined, 'consoleSignIn', { name: `who-${tries}`, password: 'guess' }, from);
      if (data.reason === 'try_later') refused += 1;
    }
    expect(refused).toBe(15); // 30 failures, and no more
  });

  it('begin in a browser that is known whatever is guessed elsewhere, or beside it', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const right = { name: 'chand', password: 'third-password' };
    const first = await ask(undefined, 'consoleSignIn', right, from);
    const { device } = first.data as { device?: string };
    for (let tries = 0; tries < 40; tries += 1)
      await ask(undefined, 'consoleSignIn', { name: 'chand', password: `guess ${tries}` }, from);
    expect((await ask(undefined, 'consoleSignIn', right, from)).data.reason).toBe('try_later');
    const known = await ask(undefined, 'consoleSignIn', { ...right, device }, from);
    expect(known.data).toMatchObject({ staff: { name: 'chand' }, device });
    // It is no other person's browser, and has a limit too.
    const asha = { name: 'asha', password: 'wrong', device };
    expect((await ask(undefined, 'consoleSignIn', asha, from)).data.reason).toBe('credentials_invalid');
    const guess = { name: 'chand', password: 'wrong', device };
    for (let tries = 0; tries < 10; tries += 1) await ask(undefined, 'consoleSignIn', guess, from);
    expect((await ask(undefined, 'consoleSignIn', { ...right, device }, from)).data.reason).toBe('try_later');
  });

  it('are no sessions of members, and the other way round', async () => {
    const member = await newMember(office.app);
    const asha = await signedIn('asha', 'first-password');
    expect((await ask(member.token, 'consoleMe', {})).code).toBe(401);
    expect((await ask(undefined, 'consoleMe', {})).code).toBe(401);
    expect((await member.client.ask('userDetail', {}, { token: asha.token })).code).toBe(401);
  });

  it('every call but the sign-in needs one', async () => {
    for (const name of Object.keys(consoleCalls) as ConsoleCallName[]) {
      if (name !== 'consoleSignIn') expect((await ask(undefined, name, {})).code, name).toBe(401);
    }
  });

  it('end when they are signed out, and after fifteen idle minutes; asking again by itself is no use', async () => {
    const one = await signedIn('chand', 'third-password');
    await one.get('consoleSignOut');
    expect((await one.ask('consoleMe', {})).code).toBe(2001);
    const two = await signedIn('chand', 'third-password');
    office.world.clock.advance(14 * MINUTE);
    await two.get('consoleMe');
    office.world.clock.advance(14 * MINUTE);
    expect((await two.ask('consoleMe', {}, { background: '1' })).code).toBe(200);
    office.world.clock.advance(2 * MINUTE);
    expect((await two.ask('consoleMe', {})).code).toBe(2001);
  });

  it('end where their row says that they were used in the future', async () => {
    const one = await signedIn('chand', 'third-password');
    await office.database.admin.query(
      'test.seen_in_future',
      'UPDATE console.session SET last_seen_at = last_seen_at + 43200000 WHERE ended_at IS NULL',
    );
    expect((await one.ask('consoleMe', {})).code).toBe(2001);
  });
});

describe('the first accounts', () => {
  it('are made once', async () => {
    expect(
      await bootstrapStaff({ ...office.deps, config: { ...office.deps.config, CONSOLE_BOOTSTRAP: undefined } }),
    ).toEqual([]);
  });
});

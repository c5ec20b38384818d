import { consoleCalls, type ConsoleCallName } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { useBackOffice, type Answer } from '#test/back-office.ts';
import { newMember } from '#test/client.ts';
import { bootstrapStaff } from './index.ts';

const MINUTE = 60_000;
const office = useBackOffice();
const { ask, signedIn } = office;

describe('sessions of the back office', () => {
  it('begin with name and password, and a wrong one is not told apart from an unknown name', async () => {
    expect(await office.asha.get('consoleMe')).toEqual({ number: 'S1', name: 'asha' });
    for (const [name, password] of [
      ['asha', 'wrong'],
      ['nobody', 'first-password'],
    ]) {
      expect((await ask(undefined, 'consoleSignIn', { name, password })).data.reason).toBe('credentials_invalid');
    }
  });

  it('slow down whoever guesses', async () => {
    let answer: Answer;
    let tries = 0;
    do {
      answer = await ask(undefined, 'consoleSignIn', { name: 'guessed', password: `guess ${tries}` });
      tries += 1;
    } while (answer.data.reason === 'credentials_invalid' && tries < 20);
    expect(answer.data.reason).toBe('try_later');
  });

  it('are no sessions of members, and the other way round', async () => {
    const member = await newMember(office.app);
    expect((await ask(member.token, 'consoleMe', {})).code).toBe(401);
    expect((await ask(undefined, 'consoleMe', {})).code).toBe(401);
    expect((await member.client.ask('userDetail', {}, { token: office.asha.token })).code).toBe(401);
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
});

describe('the first accounts', () => {
  it('are made once', async () => {
    expect(
      await bootstrapStaff({ ...office.deps, config: { ...office.deps.config, CONSOLE_BOOTSTRAP: undefined } }),
    ).toEqual([]);
  });
});

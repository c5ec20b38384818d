import { describe, expect, it } from 'vitest';
import { checkLogin, checkRegister, showPhone, type RegisterValues } from './credentials.ts';

describe('a phone number', () => {
  it('is shown in two groups, and left alone while it is none', () => {
    expect(showPhone('+919845012345')).toBe('98450 12345');
    expect(showPhone('98450')).toBe('98450');
  });

  it('that the server takes is none that the form refuses', () => {
    const typed = ['0091 98450 12345', '+91 (0) 98450 12345', '+91\t98450\u200712345\n', '\u2066+91 98450 12345\u2069'];
    for (const phone of typed) expect(checkLogin({ phone, password: 'abc' })).toEqual({});
  });
});

describe('logging in', () => {
  it('needs a phone and a password', () => {
    expect(checkLogin({ phone: ' ', password: '' })).toEqual({ phone: 'phoneRequired', password: 'passwordRequired' });
  });

  it('does not measure a password that exists', () => {
    expect(checkLogin({ phone: '98450 12345', password: 'abc' })).toEqual({});
  });
});

describe('opening an account', () => {
  const good: RegisterValues = {
    phone: '98450 12345',
    password: 'saffron-9',
    confirmPassword: 'saffron-9',
    nickname: '',
    inviteCode: 'KHARA',
    agree: true,
  };
  const check = (change: Partial<RegisterValues>, inviteRequired = true) =>
    checkRegister({ ...good, ...change }, { inviteRequired, passwordMin: 6 });

  it('takes what is right', () => {
    expect(check({})).toEqual({});
    expect(check({ nickname: ' आशा राव ' })).toEqual({});
  });

  it.each([
    [{ phone: '' }, { phone: 'phoneRequired' }],
    [{ phone: '12345' }, { phone: 'phoneWrong' }],
    [{ password: '', confirmPassword: '' }, { password: 'passwordRequired' }],
    [{ password: '12345', confirmPassword: '12345' }, { password: 'passwordShort' }],
    [{ password: '🔑🔑🔑🔑🔑', confirmPassword: '🔑🔑🔑🔑🔑' }, { password: 'passwordShort' }],
    [{ confirmPassword: 'saffron-8' }, { confirmPassword: 'passwordsDiffer' }],
    [{ nickname: '<b>' }, { nickname: 'nicknameWrong' }],
    [{ inviteCode: ' ' }, { inviteCode: 'inviteRequired' }],
    [{ agree: false }, { agree: 'agreeRequired' }],
  ])('%j gets %j', (change, errors) => {
    expect(check(change)).toEqual(errors);
  });

  it('goes without a code where none is asked for', () => {
    expect(check({ inviteCode: '' }, false)).toEqual({});
  });

  it('keeps spaces in a password: they are part of it', () => {
    expect(check({ password: '      ', confirmPassword: '      ' })).toEqual({});
  });
});

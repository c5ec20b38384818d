import { describe, expect, it } from 'vitest';
import { drawnColumns, failedText, noPhoneText, startedText } from './terminal.ts';

const config = {
  HOST: '127.0.0.1',
  DATA_DIR: './.data',
  DATABASE_URL: undefined,
  CONSOLE_HOST: undefined,
  CONSOLE_SECOND_FACTOR: 'optional',
  MARKET_PROFILE: 'compressed',
  MARKET_DAY_SECONDS: 900,
  START: 'device',
  PROFILE: 'standard',
} as const;
const firstStaff = [
  { name: 'first', password: 'ABCDEFGH234567' },
  { name: 'second', password: 'HGFEDCBA765432' },
];

describe('what a terminal shows once the server is ready', () => {
  it('is at most a dozen lines: where everything is, the accounts, how to stop', () => {
    const text = startedText({ version: '1.1.0', config, port: 8080, hasWeb: true, firstStaff });
    expect(text.split('\n').length).toBeLessThanOrEqual(12);
    for (const part of [
      'http://localhost:8080/h5/',
      'http://localhost:8080/console/',
      'http://localhost:8080/docs',
      'first / ABCDEFGH234567',
      'second / HGFEDCBA765432',
      './.data',
      'Ctrl+C',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each([
    ['127.0.0.1', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['::1', '[::1]'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['192.0.2.7', '192.0.2.7'],
    ['khara.example', 'khara.example'],
  ])('names the address that answers: %s is %s', (HOST, shown) => {
    const text = startedText({
      version: '1.1.0',
      config: { ...config, HOST },
      port: 8080,
      hasWeb: true,
      firstStaff: [],
    });
    expect(text).toContain(` http://${shown}:8080/h5/`);
  });

  it('shows phones the address as text and as a code, the encrypted one, and what is missing without it', () => {
    const lan = {
      addresses: ['192.168.1.20', '10.0.0.7'],
      elsewhere: [],
      port: 8080,
      httpsPort: 8443,
      fingerprint: 'AA:BB',
    };
    const started = {
      version: '1.1.0',
      config: { ...config, HOST: '0.0.0.0' },
      port: 8080,
      hasWeb: true,
      hasDoor: true,
      firstStaff,
      lan,
    };
    const text = startedText({ ...started, columns: 80 });
    for (const part of [
      'http://192.168.1.20:8080/h5/',
      'http://10.0.0.7:8080/h5/',
      'https://192.168.1.20:8443/h5/',
      'http://192.168.1.20:8080/ca',
      'AA:BB',
      'others in this network can read along',
    ])
      expect(text).toContain(part);
    expect(text).toContain('█▀');
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(88);
    expect(startedText({ ...started, columns: 40 })).not.toContain('█');
    const shut = startedText({ ...started, hasDoor: false });
    expect(shut).toContain('http://192.168.1.20:8080/docs     KITE=on lets them in');
    expect(shut).not.toContain('demo-account');

    const order = [
      'On this computer   http://localhost:8080/h5/',
      'On a phone         http://192.168.1.20:8080/h5/',
      '█',
      'Scan it, then tap "Start practising". No phone number is asked.',
      'A day to relive is ready. The first market day closes in 15 min.',
      'Programs           http://192.168.1.20:8080/docs     npm run demo-account gives a key',
      'Back office        http://localhost:8080/console/    this computer only',
      'first / ABCDEFGH234567',
      'Over http others',
      'Data are in ./.data. Log: .data/server.log. Ctrl+C stops the server.',
    ].map((part) => startedText({ ...started, columns: 80, logFile: '.data/server.log' }).indexOf(part));
    expect(order).toEqual(order.filter((at) => at >= 0).toSorted((one, other) => one - other));
    const school = startedText({ ...started, config: { ...started.config, PROFILE: 'school' }, firstStaff: [] });
    expect(school).toContain('A class            Learn, then Teach');
    expect(school).not.toContain('first market day');
  });

  it.each([
    ['taken', 8080, 'port 8443 is taken. Stop what uses it, or choose PORT=8081.'],
    ['beyond', 65_300, 'its port would be 65663. Choose PORT=65172 or lower.'],
    ['forbidden', 80, 'this user may not open port 443. Choose PORT=1080.'],
  ] as const)('says why nothing answers by https, and what to do: %s', (whyNoHttps, port, said) => {
    const lan = { addresses: ['10.0.0.7'], elsewhere: [], port, httpsPort: undefined, whyNoHttps, fingerprint: 'AA' };
    const text = startedText({ version: '1.1.0', config, port, hasWeb: true, firstStaff, lan });
    expect(text).toContain(`Nothing answers by https: ${said}`);
    expect(text).not.toContain('https:/');
  });

  it('names the ports that a firewall may block when no phone has come', () => {
    const said = noPhoneText({ port: 8080, httpsPort: 8443 });
    expect(said).toBe('No phone has come yet. A firewall may block ports 8080 and 8443.');
    expect(noPhoneText({ port: 8080, httpsPort: undefined })).toContain('block port 8080.');
  });

  it('draws a code on a terminal that has its signs, and none where lines are collected', () => {
    const terminal = { isTTY: true, columns: 80 };
    expect(drawnColumns(terminal, { LANG: 'hi_IN.UTF-8' })).toBe(80);
    expect(drawnColumns(terminal, {})).toBe(80);
    expect(drawnColumns(terminal, { LC_ALL: 'C', LANG: 'en_IN.utf8' })).toBe(0);
    expect(drawnColumns(terminal, { LC_ALL: '', LANG: 'en_IN.ISO8859-1' })).toBe(0);
    expect(drawnColumns(terminal, { TERM: 'dumb' })).toBe(0);
    expect(drawnColumns({ isTTY: false, columns: 80 }, { LANG: 'en_IN.UTF-8' })).toBe(0);
  });

  it('says without a network that no phone can come in, and what to do', () => {
    const lan = { addresses: [], elsewhere: [], port: 8080, httpsPort: 8443, fingerprint: 'AA:BB' };
    const started = { version: '1.1.0', config, port: 8080, hasWeb: true, firstStaff, columns: 80 };
    const text = startedText({ ...started, lan });
    expect(text).toMatch(/No network was found[^]*Join a Wi-Fi[^]*npm start -- --lan/);
    expect(text).not.toContain('█');
    const onInternet = startedText({ ...started, lan: { ...lan, elsewhere: ['203.0.113.9'] } });
    expect(onInternet).toMatch(/203\.0\.113\.9, is of no network of a house[^]*Join a Wi-Fi[^]*npm start -- --lan/);
  });

  it('names the accounts once only, and the host of its own that a back office has', () => {
    const text = startedText({
      version: '1.1.0',
      config: { ...config, CONSOLE_HOST: 'office.khara.example' },
      port: 8080,
      hasWeb: false,
      firstStaff: [],
    });
    expect(text).not.toContain('Accounts');
    expect(text).toContain('https://office.khara.example/');
    expect(text).toContain('npm run build');
  });

  it('shows no address of a database, which holds a password', () => {
    const text = startedText({
      version: '1.1.0',
      config: { ...config, DATABASE_URL: 'postgres://admin:secret@db/khara' },
      port: 8080,
      hasWeb: true,
      firstStaff: [],
    });
    expect(text).not.toContain('secret');
  });
});

describe('what a terminal shows when the start fails', () => {
  it('is the reason of ours as it is', () => {
    expect(failedText(new Error('Port 80 is in use. Stop what uses it.'))).toBe(
      'Port 80 is in use. Stop what uses it.',
    );
  });

  it.each(['EACCES', 'ECONNREFUSED', 'ENOSPC', '28P01', 'ENOTDIR', 'ENOENT', 'EPERM', 'EMFILE'])(
    'says what to do about %s',
    (code) => {
      const lines = failedText(Object.assign(new Error('it failed'), { code })).split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatch(/^[A-Z].*(set|correct|start|make|create|npm)/);
      expect(lines[1]!.startsWith('LOG_LEVEL')).toBe(code === 'EMFILE');
    },
  );
});

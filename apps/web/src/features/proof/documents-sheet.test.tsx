import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMarketClock } from '#api/market-clock.ts';
import { useSession } from '#api/session.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { dayBefore, DocumentsSheet, toFinancialYear } from './documents-sheet.tsx';

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  useMarketClock.setState({ market: { marketDate: '2026-11-25' } as never }); // nothing else of it is looked at
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

/** A file that comes piece by piece, as the test lets it. */
function file(headers: Record<string, string>) {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  const response = new Response(stream, {
    headers: { 'content-disposition': 'attachment; filename="statement.pdf"', ...headers },
  });
  return { response, piece: (bytes: number) => body?.enqueue(new Uint8Array(bytes)), end: () => body?.close() };
}
const bar = () => page.getByRole('progressbar');
const getPdf = () => page.getByRole('button', { name: 'Get PDF' }).first().click();

it('a document on its way has a bar that fills as its bytes come, and is saved whole', async () => {
  const { response, piece, end } = file({ 'content-length': '10000' });
  answering({ statementFile: () => response });
  await show(<DocumentsSheet open onClose={() => {}} />);
  await getPdf();
  await expect.element(bar()).not.toHaveAttribute('aria-valuenow'); // it is being made
  piece(2500);
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText('Getting the document, 3 kB')).toBeVisible();
  piece(7500);
  end();
  await expect.poll(() => bar().query()).toBeNull();
  expect(vi.mocked(URL.createObjectURL).mock.calls.map(([saved]) => (saved as Blob).size)).toEqual([10_000]);
});

it('where the length is unknown the bar claims nothing', async () => {
  const { response, piece, end } = file({ 'content-length': '900', 'content-encoding': 'br' });
  answering({ statementFile: () => response });
  await show(<DocumentsSheet open onClose={() => {}} />);
  await getPdf();
  piece(5000);
  await expect.element(page.getByText('Getting the document, 5 kB')).toBeVisible();
  await expect.element(bar()).not.toHaveAttribute('aria-valuenow');
  end();
  await expect.poll(() => bar().query()).toBeNull();
});

it('a refusal says why there is no document', async () => {
  answering({ statementFile: () => refusal('range_too_long', 'At most 366 days') });
  await show(<DocumentsSheet open onClose={() => {}} />);
  await getPdf();
  await expect.element(page.getByText('The document could not be made: At most 366 days')).toBeVisible();
});

it('a session that has ended is over here too', async () => {
  answering({ statementFile: () => Response.json({ code: 2001, msg: 'Your session has ended', data: null }) });
  await show(<DocumentsSheet open onClose={() => {}} />);
  await getPdf();
  await expect.poll(() => useSession.getState().token).toBe('');
});

it('a document that does not come in time says so', async () => {
  answering({ statementFile: () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')) });
  await show(<DocumentsSheet open onClose={() => {}} />);
  await getPdf();
  await expect.element(page.getByText('The document could not be made: Connection timed out')).toBeVisible();
});

it.each([
  ['2026-03-31', '2025-26'],
  ['2026-04-01', '2026-27'],
  ['2099-12-01', '2099-00'],
  ['', ''],
])('the financial year of %s is %s', (date, year) => {
  expect(toFinancialYear(date)).toBe(year);
});

it('goes back over the new year', () => {
  expect(dayBefore('2026-01-02', 30)).toBe('2025-12-03');
  expect(dayBefore('', 30)).toBe('');
});

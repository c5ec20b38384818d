import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '#api/session.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ExportData } from './export-data.tsx';

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

async function typePassword(): Promise<void> {
  await page.getByRole('button', { name: 'Download' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('123456');
}

it('what is kept of the reader has a bar that fills while it comes, and is saved whole', async () => {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  const headers = { 'content-disposition': 'attachment; filename="khara.json"', 'content-length': '8000' };
  const { asked } = answering({ exportData: () => new Response(stream, { headers }) });
  await show(<ExportData />);
  await typePassword();
  const bar = page.getByRole('progressbar', { includeHidden: true });
  await expect.element(bar).not.toHaveAttribute('aria-valuenow'); // it is being made
  body?.enqueue(new Uint8Array(2000));
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull(); // the password was right
  await expect.element(page.getByText('Getting the document, 2 kB')).toBeVisible();
  body?.enqueue(new Uint8Array(6000));
  body?.close();
  await expect.element(page.getByText('The file is saved')).toBeVisible();
  expect(bar.query()).toBeNull();
  expect(vi.mocked(URL.createObjectURL).mock.calls.map(([saved]) => (saved as Blob).size)).toEqual([8000]);
  expect(asked('exportData')).toEqual([{ transactionPassword: '123456' }]);
});

it('says why there is none, and leaves no bar behind', async () => {
  answering({ exportData: () => refusal('try_later', 'At most five an hour') });
  await show(<ExportData />);
  await typePassword();
  await expect.element(page.getByText('At most five an hour')).toBeVisible();
  expect(page.getByRole('progressbar', { includeHidden: true }).query()).toBeNull();
});

import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '#api/session.ts';
import { useToast } from '#ui/toast.ts';
import { show } from '../../../test/show.tsx';
import { sendPicture } from './send-picture.ts';

/** The browser's upload, at its edge: its progress events come when the test says so. */
class Line extends EventTarget {
  static readonly opened: Line[] = [];
  readonly upload = new EventTarget();
  responseText = '';
  status = 0;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    Line.opened.push(this);
  }
  left(part: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: part * 1000, total: 1000 }));
  }
  answer(status: number, envelope: object): void {
    this.status = status;
    this.responseText = JSON.stringify(envelope);
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  Line.opened.length = 0;
  vi.stubGlobal('XMLHttpRequest', Line);
  vi.spyOn(console, 'warn');
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  return () => vi.unstubAllGlobals();
});
const line = async (index: number): Promise<Line> => {
  await expect.poll(() => Line.opened.length).toBeGreaterThan(index);
  return Line.opened[index] as Line;
};
const picture = () => new Blob(['picture'], { type: 'image/jpeg' });

it('a picture goes up under a loader that tells how many of its bytes have left', async () => {
  const screen = await show(<p>Page</p>);
  const parts: number[] = [];
  const sending = sendPicture(picture(), (part) => parts.push(part), 'support');
  const first = await line(0);
  const bar = screen.getByRole('progressbar');
  await expect.element(bar).toHaveAttribute('aria-label', 'Uploading, 0%');
  first.left(0.4);
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40');
  await expect.element(screen.getByText('Uploading, 40%')).toBeVisible();
  first.answer(200, { code: 200, msg: '', data: { fileId: 'f1' } });
  expect(await sending).toMatchObject({ ok: true, data: { fileId: 'f1' } });
  await expect.poll(() => bar.query()).toBeNull();
  expect(parts).toEqual([0.4]);
});

it('the page is free again after both sides of a card, in whatever order they end', async () => {
  const front = sendPicture(picture(), () => {});
  const back = sendPicture(picture(), () => {});
  (await line(1)).answer(200, { code: 200, msg: '', data: { fileId: 'f2' } });
  await Promise.race([front, back]);
  expect(useToast.getState().loading).toBeDefined();
  (await line(0)).answer(200, { code: 500, msg: 'Too large', data: { reason: 'picture_too_large' } });
  await Promise.all([front, back]);
  expect(useToast.getState().loading).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});

it('a line that breaks takes the loader away and is reported', async () => {
  const sending = sendPicture(picture(), () => {});
  (await line(0)).dispatchEvent(new Event('error'));
  expect(await sending).toMatchObject({ ok: false, code: 602001 });
  expect(useToast.getState().loading).toBeUndefined();
});

it('a session that has ended is over here too', async () => {
  const sending = sendPicture(picture(), () => {});
  (await line(0)).answer(200, { code: 2001, msg: 'Your session has ended', data: null });
  expect(await sending).toMatchObject({ ok: false, code: 2001 });
  expect(useSession.getState().token).toBe('');
});

import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answered, refused, serve, serveCalls, show } from '../../test/show.tsx';
import { queries, useAct, useCall, usePages } from './data.ts';

afterEach(() => queries.clear());
const DECISION = { id: '7', approve: true, reason: 'review' } as const;

function Health({ everyMs = false }: { readonly everyMs?: number | false }) {
  const { data } = useCall('consoleHealth', {}, { everyMs });
  return <p>{data?.phase ?? 'none'}</p>;
}
function Decide() {
  const act = useAct('consoleDecide');
  return (
    <button type="button" onClick={() => act.mutate(DECISION)}>
      {act.error?.message ?? 'Agree'}
    </button>
  );
}
function Audit() {
  const { lines, hasNextPage, fetchNextPage } = usePages('consoleAudit', { size: 2 });
  return (
    <>
      <p>{lines.map(({ subject }) => subject).join(' ')}</p>
      <button type="button" disabled={!hasNextPage} onClick={() => void fetchNextPage()}>
        More
      </button>
    </>
  );
}

describe('data of the server', () => {
  it('are asked for again while they are shown, since another person decides too', async () => {
    const asked = serveCalls({ consoleHealth: { phase: 'continuous' } });
    await show(<Health everyMs={10} />);
    await expect.poll(() => asked('consoleHealth').length).toBeGreaterThan(2);
  });

  it.each([
    ['done', {}],
    ['refused', refused('own_request', 'Another person decides.')],
  ])('are asked for again after an act that was %s', async (_how, answer) => {
    const asked = serveCalls({ consoleHealth: { phase: 'continuous' }, consoleDecide: answer });
    await show(
      <>
        <Health />
        <Decide />
      </>,
    );
    await expect.element(page.getByText('continuous')).toBeVisible();
    expect(asked('consoleHealth')).toHaveLength(1);
    await page.getByRole('button').click();
    await expect.poll(() => asked('consoleHealth')).toHaveLength(2);
    expect(asked('consoleDecide')).toEqual([DECISION]);
  });

  it('go on where the last page ended, until there is no more', async () => {
    const asked = serve(({ cursor }) =>
      answered(
        cursor === undefined
          ? { list: [{ subject: 'first' }, { subject: 'second' }], nextCursor: 'c2' }
          : { list: [{ subject: 'third' }], nextCursor: null },
      ),
    );
    await show(<Audit />);
    await expect.element(page.getByText('first second')).toBeVisible();
    const more = page.getByRole('button', { name: 'More' });
    await more.click();
    await expect.element(page.getByText('first second third')).toBeVisible();
    await expect.element(more).toBeDisabled();
    expect(asked).toEqual([{ size: 2 }, { size: 2, cursor: 'c2' }]);
  });
});

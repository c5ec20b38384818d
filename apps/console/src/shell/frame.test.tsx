import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answered, refused, serve, show } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Source } from './frame.tsx';

/** A server that says of itself only where its source is. */
const served = (url: string | null) => serve(() => answered({ source: { version: '1.0.2', url } }));
afterEach(() => queries.clear());

const footer = page.getByRole('contentinfo');

describe('the footer of the back office', () => {
  it('leads to the source of the version that is running, in a tab of its own', async () => {
    served('https://example.org/khara/1.0.2');
    await show(<Source />);
    await expect.element(footer).toHaveTextContent('Khara 1.0.2, free software under the AGPL. Source code');
    const link = footer.getByRole('link', { name: 'Source code' });
    await expect.element(link).toHaveAttribute('href', 'https://example.org/khara/1.0.2');
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('says whom to ask where the source has no address, and leads nowhere', async () => {
    served(null);
    await show(<Source />);
    await expect
      .element(footer)
      .toHaveTextContent('Khara 1.0.2, free software under the AGPL. Ask its operator for the source.');
    await expect.element(footer.getByRole('link')).not.toBeInTheDocument();
  });

  it('says nothing of a source that the server has not named', async () => {
    const asked = serve(() => refused('session_ended', 'Your session has ended.'));
    await show(<Source />);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expect.element(footer).not.toBeInTheDocument();
  });
});

import type { ReactNode } from 'react';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import { parseAddress } from './links.ts';
import css from './prose.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

// 28 kB: with the first text to read, not with every page that could show one.
const Markdown = lazyPart(async () => ({ default: (await import('markdown-to-jsx/react')).Markdown }));

/**
 * Text that people write: articles and configured texts. Markdown is read by a library; raw HTML in it stays
 * text, and no picture is fetched. A `short` one, a paragraph, stands there plainly until the library has
 * come, so that nothing below it moves.
 */
export function Prose({ source, short = false }: { readonly source: string; readonly short?: boolean }) {
  return (
    <div className={css.prose}>
      <Markdown wait={short ? <p>{plain(source)}</p> : <Lines />} options={OPTIONS}>
        {source}
      </Markdown>
    </div>
  );
}

/** The words without their marks: of what is bold, and of links. */
const plain = (source: string): string => source.replaceAll(/\*\*|\[([^\]]*)\]\([^)]*\)/g, '$1');

const Lines = () => (
  <Skeleton>
    {[100, 92, 97, 64].map((part) => (
      <SkeletonBar key={part} width={`${part}%`} height="1rem" />
    ))}
  </Skeleton>
);

/** A link where it may lead (links.ts); anything else is only its words. */
function TextLink({ href: to = '', children }: { readonly href?: string; readonly children?: ReactNode }) {
  const address = parseAddress(to);
  if (address === undefined) return <>{children}</>;
  if (address.kind === 'page') return <a href={`#${address.to}`}>{children}</a>;
  if (address.kind === 'phone') return <a href={address.to}>{children}</a>;
  return (
    <a href={address.to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const Nothing = () => null;
const Table = ({ children }: { readonly children?: ReactNode }) => (
  // A wide table scrolls by itself, and by the arrow keys too.
  <div className={css.table} tabIndex={0} role="group">
    <table>{children}</table>
  </div>
);

// The page has its own headings above the text's. Without ids: two texts on one page would have the same.
const Heading = ({ children }: { readonly children?: ReactNode }) => <h2>{children}</h2>;
const Subheading = ({ children }: { readonly children?: ReactNode }) => <h3>{children}</h3>;

const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: null,
  overrides: {
    a: TextLink,
    img: Nothing,
    table: Table,
    h1: Heading,
    h2: Heading,
    h3: Subheading,
    h4: Subheading,
    h5: Subheading,
    h6: Subheading,
  },
};

import { useMemo } from 'react';
import css from './prose.module.css';
import { readProse, type Words } from './prose.ts';

const Line = ({ words }: { readonly words: readonly Words[] }) =>
  words.map(({ text, tone }, index) => {
    if (tone === 'strong') return <b key={index}>{text}</b>;
    return tone === 'em' ? <i key={index}>{text}</i> : text;
  });

/** A configured text on the page. Nothing in it is HTML: it is read into blocks, and each is drawn here. */
export function Prose({ source }: { readonly source: string }) {
  const blocks = useMemo(() => readProse(source), [source]);
  return (
    <div className={css.prose}>
      {blocks.map((block, index) => {
        if (block.kind === 'heading') {
          return (
            <h3 key={index}>
              <Line words={block.words} />
            </h3>
          );
        }
        if (block.kind === 'paragraph') {
          return (
            <p key={index}>
              <Line words={block.words} />
            </p>
          );
        }
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={index} className={block.ordered ? css.ordered : css.bullets}>
            {block.items.map((words, item) => (
              <li key={item}>
                <Line words={words} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

import type { ConsoleData } from '@khara/contract';
import { LANGUAGES } from 'virtual:contract';
import { useState } from 'react';
import { useCall } from '../api/data.ts';
import { ChangedLines } from '../ui/changed-lines.tsx';
import { Failed, Loading } from '../ui/states.tsx';

type Texts = ConsoleData<'consoleText'>['texts'];
type TextEdit = { readonly base: number; readonly texts: Texts };

/** What a request would change of a fixed text, line by line in each language, to be read before it is agreed to. */
export function TextChange({ id, change }: { readonly id: string; readonly change: TextEdit }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Changes to version {change.base}</summary>
      {open ? <Changes id={id} change={change} /> : null}
    </details>
  );
}

const whole = ({ title, body }: Texts['en']): string => `${title}\n${body}`;

function Changes({ id, change }: { readonly id: string; readonly change: TextEdit }) {
  const { data, error, refetch } = useCall('consoleText', { id, version: change.base }, { everyMs: false });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const changed = LANGUAGES.filter(({ tag }) => whole(data.texts[tag]) !== whole(change.texts[tag]));
  if (changed.length === 0) return <p className="quiet">The words are those of version {change.base}.</p>;
  return changed.map(({ tag, name }) => (
    <section key={tag} lang={tag} aria-label={name}>
      <h3>{name}</h3>
      <ChangedLines before={whole(data.texts[tag])} after={whole(change.texts[tag])} />
    </section>
  ));
}

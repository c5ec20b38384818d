import { ChangedLines } from '../ui/changed-lines.tsx';
import terms from '../ui/terms.module.css';

type Term = readonly [name: string, value: string];

type ChangedTermsProps = { readonly after: readonly Term[]; readonly before: readonly Term[] | undefined };

/** Terms as a change leaves them; without `before` they are new. */
export function ChangedTerms({ after, before = [] }: ChangedTermsProps) {
  const values = new Map(before);
  return (
    <dl className={terms.terms}>
      {after.map(([name, value]) => {
        const was = values.get(name) ?? value;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{was === value ? value : <ChangedLines before={was} after={value} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

import type { ConsoleData, ConsolePayload } from '@khara/contract';
import { useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { LANGUAGES } from 'virtual:contract';
import { useAct, useCall } from '../api/data.ts';
import { perLanguage } from '../ui/four-languages.tsx';
import { Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';

type Line = ConsoleData<'consoleVotes'>['list'][number];
const vote = createColumns<Line>();
const COLUMNS: Columns<Line> = [
  vote.accessor('title', { header: 'Vote' }),
  vote.accessor('id', { header: 'Id' }),
  vote.accessor('closesAt', { header: 'Closes', cell: ({ getValue }) => showTime(getValue()) }),
  vote.display({
    id: 'results',
    header: 'Votes so far',
    cell: ({ row: { original } }) => original.options.map(({ name, votes }) => `${name} ${votes}`).join(', '),
  }),
];

type Fields = Omit<ConsolePayload<'consoleSaveVote'>, 'closesAt'> & { readonly closes: string };
const NO_OPTION = { country: '', names: perLanguage('') };
const EMPTY: Fields = {
  id: '',
  closes: '',
  texts: perLanguage({ title: '', description: '' }),
  options: [NO_OPTION, NO_OPTION],
};

function NewVote({ close }: { readonly close: () => void }) {
  const { register, handleSubmit, control } = useForm<Fields>({ defaultValues: EMPTY });
  const options = useFieldArray({ control, name: 'options' });
  const save = useAct('consoleSaveVote');
  const send = handleSubmit(({ closes, ...fields }) =>
    save.mutate({ ...fields, closesAt: new Date(closes).getTime() }, { onSuccess: close }),
  );
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <h2>Open a vote</h2>
      <p className="quiet">It cannot be changed afterwards: people have voted on it as it stood.</p>
      <div className="row">
        <label>
          Id
          <input {...register('id', { required: true })} />
        </label>
        <label>
          Closes
          <input type="datetime-local" {...register('closes', { required: true })} />
        </label>
      </div>
      {LANGUAGES.map(({ tag, name }) => (
        <div className="row" key={tag} lang={tag}>
          <label>
            Title, {name}
            <input {...register(`texts.${tag}.title`, { required: true })} />
          </label>
          <label>
            Description, {name}
            <input {...register(`texts.${tag}.description`, { required: true })} />
          </label>
        </div>
      ))}
      {options.fields.map((field, index) => (
        <fieldset className="row" key={field.id}>
          <legend>Option {index + 1}</legend>
          <label>
            Country code
            <input size={3} maxLength={2} {...register(`options.${index}.country`)} />
          </label>
          {LANGUAGES.map(({ tag, name }) => (
            <label key={tag} lang={tag}>
              {name}
              <input {...register(`options.${index}.names.${tag}`, { required: true })} />
            </label>
          ))}
        </fieldset>
      ))}
      {save.error ? <p role="alert">{save.error.message}</p> : null}
      <div className="row">
        <button type="button" onClick={() => options.append(NO_OPTION)}>
          Another option
        </button>
        <button type="submit" className="primary" disabled={save.isPending}>
          Open it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export function Votes() {
  const [isNew, setIsNew] = useState(false);
  const { data, error, isLoading, refetch } = useCall('consoleVotes', {});
  return (
    <>
      <Heading
        title="Votes"
        action={
          isNew ? null : (
            <button type="button" className="primary" onClick={() => setIsNew(true)}>
              Open a vote
            </button>
          )
        }
      >
        One vote a person. No role sees who voted for what, and an open vote stays as it was asked.
      </Heading>
      {isNew ? <NewVote close={() => setIsNew(false)} /> : null}
      <Table
        label="Votes"
        columns={COLUMNS}
        lines={data?.list ?? []}
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty="There is no vote."
      />
    </>
  );
}

import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useParams } from 'react-router';
import { useAct, useCall } from '../api/data.ts';
import { useWaiting, WaitingRequests } from '../decisions/decision.tsx';
import { FourLanguages, isWhole } from '../ui/four-languages.tsx';
import { Reading } from '../ui/reading.tsx';
import { Failed, Heading, Loading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';

type Line = ConsoleData<'consoleTexts'>['list'][number];
type Text = ConsoleData<'consoleText'>;

/** The two people behind a version; the release's own has none. */
const byWhom = ({ maker, checker }: Pick<Line, 'maker' | 'checker'>): string =>
  maker === null || checker === null ? '' : `${maker}, ${checker}`;

const line = createColumns<Line>();
const COLUMNS: Columns<Line> = [
  line.accessor('title', {
    header: 'Text',
    cell: ({ row: { original } }) => <Link to={`/texts/${original.id}`}>{original.title}</Link>,
  }),
  line.accessor('id', { header: 'Id' }),
  line.accessor('version', {
    header: 'Version',
    cell: ({ getValue }) => (getValue() === 0 ? 'of the release' : getValue()),
  }),
  line.accessor((text) => byWhom(text), { id: 'by', header: 'By' }),
  line.accessor(({ at }) => at ?? 0, {
    id: 'at',
    header: 'Since',
    cell: ({ row: { original } }) => (original.at === null ? '' : showTime(original.at)),
  }),
];

export function FixedTexts() {
  const { data, error, isLoading, refetch } = useCall('consoleTexts', {});
  return (
    <>
      <Heading title="Fixed texts">
        Privacy, terms, rules and the like. Two people change one. Every version is kept, and can be read and taken up
        again. The notices that warn of fraud are part of the release and cannot be edited.
      </Heading>
      <WaitingRequests action="text.change" />
      <Table
        label="Fixed texts"
        columns={COLUMNS}
        lines={data?.list ?? []}
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty="There is no fixed text."
      />
    </>
  );
}

const ACTION = 'text.change';

function Editor({ text, newest }: { readonly text: Text; readonly newest: number }) {
  const { register, handleSubmit, watch, formState } = useForm<Pick<Text, 'texts'>>({ defaultValues: text });
  const ask = useAct('consoleRequest');
  const texts = watch('texts');
  const waiting = useWaiting(ACTION).has(text.id);
  const send = handleSubmit((fields) =>
    ask.mutate({
      action: ACTION,
      subject: text.id,
      payload: { text: { base: newest, texts: fields.texts } },
      reason: 'review',
    }),
  );
  const isOld = text.version < newest;
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <FourLanguages
        texts={texts}
        fields={(tag) => (
          <>
            <label>
              Title
              <input maxLength={120} {...register(`texts.${tag}.title`)} />
            </label>
            <label>
              Text, in Markdown
              <textarea maxLength={30_000} {...register(`texts.${tag}.body`)} />
            </label>
          </>
        )}
        preview={(tag) => (
          <>
            <h1>{texts[tag].title}</h1>
            <Reading>{texts[tag].body}</Reading>
          </>
        )}
      />
      {ask.error ? <p role="alert">{ask.error.message}</p> : null}
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={ask.isPending || waiting || !isWhole(texts) || (!isOld && !formState.isDirty)}
        >
          {isOld ? `Ask for version ${text.version} again` : 'Ask for it'}
        </button>
        <Link className="button" to="/texts">
          Back
        </Link>
        <span className="quiet">
          {waiting
            ? 'A change of this text waits for a second person.'
            : `All four languages are needed. A second person has to agree; then it becomes version ${newest + 1}.`}
        </span>
      </div>
    </form>
  );
}

export function EditText() {
  const { id = '' } = useParams();
  const [version, setVersion] = useState<number | undefined>();
  const asked = version === undefined ? { id } : { id, version };
  const { data, error, refetch } = useCall('consoleText', asked, { everyMs: false });
  const newest = data?.versions[0]?.version ?? 0;
  return (
    <>
      <Heading title={data?.texts.en.title ?? 'Fixed text'} />
      {error ? <Failed error={error} retry={refetch} /> : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <>
          <div className="toolbar">
            <label className="choice">
              Version
              <select value={data.version} onChange={(event) => setVersion(Number(event.target.value))}>
                {data.versions.map((one) => (
                  <option key={one.version} value={one.version}>
                    {one.at === null ? 'Of the release' : `${one.version}, by ${byWhom(one)}, ${showTime(one.at)}`}
                  </option>
                ))}
              </select>
            </label>
            {data.version === newest ? <span className="tag good">Shown in the app</span> : null}
          </div>
          <Editor key={`${id} ${data.version} ${newest}`} text={data} newest={newest} />
        </>
      ) : null}
    </>
  );
}

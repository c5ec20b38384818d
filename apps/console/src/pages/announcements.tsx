import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { WaitingRequests } from '../decisions/decision.tsx';
import { useAct, useCall } from '../api/data.ts';
import { FourLanguages, isWhole, perLanguage } from '../ui/four-languages.tsx';
import { Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';
import css from './announcements.module.css';

type Line = ConsoleData<'consoleAnnouncements'>['list'][number];
const line = createColumns<Line>();
const COLUMNS: Columns<Line> = [
  line.accessor(({ texts }) => texts.en.title, { id: 'title', header: 'Announcement' }),
  line.accessor(({ texts }) => texts.en.body, { id: 'body', header: 'Text' }),
  line.accessor('members', { header: 'Sent to' }),
  line.accessor(({ maker, checker }) => `${maker}, ${checker}`, { id: 'by', header: 'By' }),
  line.accessor('at', { header: 'When', cell: ({ getValue }) => showTime(getValue()) }),
];

type Fields = { readonly id: string; readonly link: string; readonly texts: Line['texts'] };
const EMPTY: Fields = { id: '', link: '', texts: perLanguage({ title: '', body: '' }) };

function NewAnnouncement({ close }: { readonly close: () => void }) {
  const { register, handleSubmit, watch } = useForm<Fields>({ defaultValues: EMPTY });
  const ask = useAct('consoleRequest');
  const texts = watch('texts');
  const send = handleSubmit(({ id, link, ...fields }) =>
    ask.mutate(
      {
        action: 'announcement.publish',
        subject: id,
        payload: { announcement: { ...fields, link: link === '' ? null : link } },
        reason: 'review',
      },
      { onSuccess: close },
    ),
  );
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <h2>Send an announcement</h2>
      <div className="row fields">
        <label>
          Id
          <input {...register('id', { required: true, pattern: /^[a-z0-9-]{3,64}$/ })} />
        </label>
        <label>
          Leads to
          <input placeholder="/pages/news/index, or nothing" {...register('link', { pattern: /^\/pages\/|^$/ })} />
        </label>
      </div>
      <FourLanguages
        texts={texts}
        fields={(tag) => (
          <>
            <label>
              Title
              <input maxLength={120} {...register(`texts.${tag}.title`)} />
            </label>
            <label>
              Text
              <textarea className="short" maxLength={2_000} {...register(`texts.${tag}.body`)} />
            </label>
          </>
        )}
        preview={(tag) => (
          <>
            <h2>{texts[tag].title}</h2>
            <p className={css.asWritten}>{texts[tag].body}</p>
          </>
        )}
      />
      {ask.error ? <p role="alert">{ask.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={ask.isPending || !isWhole(texts)}>
          Ask for it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <span className="quiet">A second person has to agree. It cannot be taken back out of inboxes.</span>
      </div>
    </form>
  );
}

export function Announcements() {
  const [isNew, setIsNew] = useState(false);
  const { data, error, isLoading, refetch } = useCall('consoleAnnouncements', {});
  return (
    <>
      <Heading
        title="Announcements"
        action={
          isNew ? null : (
            <button type="button" className="primary" onClick={() => setIsNew(true)}>
              New announcement
            </button>
          )
        }
      >
        A notice for every account, in the language of its member. Two people publish it.
      </Heading>
      {isNew ? <NewAnnouncement close={() => setIsNew(false)} /> : null}
      <WaitingRequests action="announcement.publish" />
      <Table
        label="Announcements"
        columns={COLUMNS}
        lines={data?.list ?? []}
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty="Nothing was announced yet."
      />
    </>
  );
}

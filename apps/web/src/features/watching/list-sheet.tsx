import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { CallName, Data, Payload } from '@khara/contract';
import { call, refresh } from '#api/client.ts';
import { AFTER_WATCH } from '#api/query-keys.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './watching.module.css';

type List = Data<'watchlists'>['list'][number];
type Props = {
  readonly lists: readonly List[];
  readonly first: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChoose: (id: string) => void;
};

const NEW = 'new';

/**
 * Makes, names and deletes watchlists; adds, moves and takes off stocks. Every change is made at once. Needs
 * the namespace `watching`.
 */
export default function ListSheet({ lists, first, open, onClose, onChoose }: Props) {
  const { t } = useTranslation('watching');
  const [chosen, setChosen] = useState(first);
  const list = lists.find(({ id }) => id === chosen);
  return (
    <Sheet open={open} onClose={onClose} title={t('lists')}>
      <div className={css.form}>
        <div className={css.flush}>
          <ChipBar>
            {lists.map(({ id, name }) => (
              <Chip key={id} on={id === chosen} onPress={() => setChosen(id)}>
                {name ?? t('first')}
              </Chip>
            ))}
            <Chip icon="plus" on={chosen === NEW} onPress={() => setChosen(NEW)}>
              {t('newList')}
            </Chip>
          </ChipBar>
        </div>
        {(list === undefined || list.name !== null) && (
          <NameForm
            key={chosen}
            list={list}
            onDone={(id) => {
              setChosen(id);
              onChoose(id);
            }}
          />
        )}
      </div>
      {list && (
        <ListEditor
          key={list.id}
          list={list}
          onDeleted={() => {
            setChosen('first');
            onChoose('first');
          }}
        />
      )}
    </Sheet>
  );
}

const changed = () => refresh(['watchlists', ...AFTER_WATCH]);

/** Does one change; answers its data, or tells why not. */
async function change<N extends CallName>(name: N, payload: Payload<N>, onError: (message: string) => void) {
  const result = await call(name, payload);
  changed();
  if (result.ok) return result.data;
  onError(result.message);
  return undefined;
}

function NameForm({ list, onDone }: { readonly list: List | undefined; readonly onDone: (id: string) => void }) {
  const { t } = useTranslation('watching');
  const [name, setName] = useState(list?.name ?? '');
  const [error, setError] = useState<string>();
  return (
    <form
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault();
        void change('saveWatchlist', { name, ...(list && { id: list.id }) }, setError).then(
          (saved) => saved && onDone(saved.id),
        );
      }}
    >
      <Field
        label={t('name')}
        value={name}
        maxLength={24}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look="line" size="md">
        {list ? t('rename') : t('make')}
      </Button>
    </form>
  );
}

function ListEditor({ list, onDeleted }: { readonly list: List; readonly onDeleted: () => void }) {
  const { t } = useTranslation('watching');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const save = (codes: readonly string[]) => change('saveWatchlistCodes', { id: list.id, codes: [...codes] }, setError);
  const without = (left: string) => list.codes.filter((other) => other !== left);
  const moveUp = (at: number) => {
    const codes = [...list.codes];
    codes.splice(at - 1, 0, ...codes.splice(at, 1));
    return save(codes);
  };
  return (
    <>
      <div className={css.flush}>
        <SectionHead title={t('stocks')} />
      </div>
      {list.codes.length === 0 ? (
        <p className={css.none}>{t('emptyList')}</p>
      ) : (
        <div className={css.flush}>
          <RowGroup>
            {list.codes.map((each, at) => (
              <ListRow
                key={each}
                title={each}
                value={
                  <span className={css.keys}>
                    {at > 0 && (
                      <IconButton
                        icon="up"
                        size={20}
                        label={t('moveUp', { code: each })}
                        onClick={() => void moveUp(at)}
                      />
                    )}
                    <IconButton
                      icon="minus"
                      size={20}
                      label={t('takeOff', { code: each })}
                      onClick={() => void save(without(each))}
                    />
                  </span>
                }
              />
            ))}
          </RowGroup>
        </div>
      )}
      <div className={css.form}>
        <form
          className={css.line}
          onSubmit={(event) => {
            event.preventDefault();
            void save([code.trim(), ...without(code.trim())]).then((saved) => saved && setCode(''));
          }}
        >
          <Field
            label={t('addCode')}
            value={code}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={16}
            error={error}
            onChange={(event) => {
              setCode(event.target.value.toUpperCase());
              setError(undefined);
            }}
          />
          <Button type="submit" look="line" size="md" disabled={code.trim() === ''}>
            {t('add')}
          </Button>
        </form>
        {list.name !== null && (
          <Button
            look="text"
            size="md"
            onClick={() =>
              void change('deleteWatchlist', { id: list.id }, setError).then((deleted) => deleted && onDeleted())
            }
          >
            {t('deleteList')}
          </Button>
        )}
      </div>
    </>
  );
}

import { MAX_SCREEN_NAME, passesScreen, readScreen } from '@khara/rules';
import { useState } from 'react';
import { useSignedIn } from '#api/session.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { figuresAtClose, type Screened } from './figures.ts';
import { removeScreen, saveScreen, useSavedScreens, type SavedScreen } from './saved-screens.ts';
import css from './screener.module.css';

type Props = {
  readonly open: boolean;
  readonly shares: readonly Screened[];
  /** Of the screen that is shown: its text, and its name where it is saved. */
  readonly conditions: string;
  readonly name: string;
  readonly onOpen: (conditions: string) => void;
  readonly onClose: () => void;
};

/** Saves the screen under a name, and lists those that are saved, with who came and left since the last close. */
export default function SavedSheet({ open, shares, conditions, name: given, onOpen, onClose }: Props) {
  const { t } = useTranslation('screener');
  const isMember = useSignedIn();
  const saved = useSavedScreens();
  const [name, setName] = useState(given);
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    const plain = name.trim().replaceAll(/\s+/g, ' ');
    if (plain === '') return setError(t('nameNeeded'));
    const refused = await saveScreen({ name: plain, conditions }, isMember);
    setError(refused === 'full' ? t('full') : refused?.message);
    return refused ? undefined : onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('saved')}
      dock={
        <Button disabled={conditions === ''} onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <Field
        label={t('name')}
        value={name}
        maxLength={MAX_SCREEN_NAME}
        hint={t(isMember ? 'keptOnAccount' : 'keptHere')}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
        }}
      />
      <ul className={css.saved}>
        {saved.map((screen) => (
          <li key={screen.id}>
            <button
              type="button"
              onClick={() => {
                onOpen(screen.conditions);
                onClose();
              }}
            >
              <b>{screen.name}</b>
              <Since screen={screen} shares={shares} />
            </button>
            <IconButton
              icon="trash"
              size={20}
              label={t('remove', { name: screen.name })}
              onClick={() => void removeScreen(screen.id, isMember)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** More than these are counted. */
const MAX_NAMED = 3;

/** How many shares a screen finds, and which it did not at the last close, or no longer. */
function Since({ screen, shares }: { readonly screen: SavedScreen; readonly shares: readonly Screened[] }) {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const { screen: wanted } = readScreen(screen.conditions);
  const now = shares.filter(({ figures }) => passesScreen(wanted, figures));
  const before = new Set(shares.filter((share) => passesScreen(wanted, figuresAtClose(share))));
  const came = now.filter((share) => !before.has(share));
  const left = [...before].filter((share) => !passesScreen(wanted, share.figures));
  const named = (some: readonly Screened[]): string =>
    some.length > MAX_NAMED ? showCount(some.length, language) : listed(...some.map(({ share }) => share.code));
  return (
    <small>
      {listed(
        t('shares', { n: showCount(now.length, language), count: now.length }),
        ...(came.length > 0 ? [t('came', { who: named(came) })] : []),
        ...(left.length > 0 ? [t('left', { who: named(left) })] : []),
        ...(came.length + left.length === 0 ? [t('asAtClose')] : []),
      )}
    </small>
  );
}

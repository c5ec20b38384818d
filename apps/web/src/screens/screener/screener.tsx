import {
  conditionsOfScreen,
  countUnknown,
  loosenScreen,
  printCondition,
  readScreen,
  SCREEN_RANGES,
  type Screen,
} from '@khara/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  COLUMNS,
  PHONE_COLUMNS,
  printSorting,
  readSorting,
  sortScreened,
  type Screened,
} from '#features/screener/figures.ts';
import { saveCsv } from '#features/screener/save-csv.ts';
import { useSavedScreens } from '#features/screener/saved-screens.ts';
import { useSayCondition } from '#features/screener/say-condition.ts';
import { ScreenTable } from '#features/screener/screen-table.tsx';
import css from '#features/screener/screener.module.css';
import searchCss from '#features/search/search.module.css';
import { useColumns } from '#features/screener/use-columns.ts';
import { chosenOf, foundBy, useScreen, useScreened } from '#features/screener/use-screen.ts';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { useRoom } from '#shell/use-wide.ts';
import { Answer } from '#ui/answer.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip, ChipBar, Tabs } from '#ui/choice.tsx';
import { Icon } from '#ui/icons.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { lazySheet } from '#ui/lazy-part.tsx';

const ConditionsSheet = lazySheet(() => import('#features/screener/conditions-sheet.tsx'));
const SavedSheet = lazySheet(() => import('#features/screener/saved-sheet.tsx'));
const ColumnsSheet = lazySheet(() => import('#features/screener/columns-sheet.tsx'));

const PATH = '/pages/market/screener/index';
/** Leads into the filter of names. */
const FILTER_KEY = '/';
/** Ways to loosen a screen that finds nothing. */
const MAX_LOOSENED = 3;
type SheetName = 'conditions' | 'saved' | 'columns';

/** Shares found by what their companies are. The address has all of it. */
export default function Screener() {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const { screen, conditions, set, query, change } = useScreen();
  const { answer, shares } = useScreened();
  const { pane } = usePlace();
  const isPane = pane !== undefined;
  const isBeside = useRoom() === 'desk'; // the conditions are the pane at the left
  const [sheet, setSheet] = useState<SheetName>();
  const [opened, setOpened] = useState<readonly SheetName[]>([]);
  const open = (name: SheetName): void => {
    setOpened((before) => [...before, name]);
    setSheet(name);
  };
  const saved = useSavedScreens();
  const name = saved.find((one) => one.conditions === conditions)?.name ?? '';
  const most = isPane ? COLUMNS.length : PHONE_COLUMNS;
  const columns = useColumns(query.get('cols'), most);
  const [filter, setFilter] = useState('');
  const sorting = readSorting(query.get('sort'));
  const found = useMemo(() => foundBy(screen, shares), [shares, screen]);
  const shown = useKeptRows(found, shares, conditions);
  const sorted = sortScreened(shown.filter(isNamed(filter)), sorting);
  const total = showCount(shares.length, language);
  const countOf = (text: string): number => foundBy(readScreen(text).screen, shares).length;
  return (
    <Page
      subtitle={answer.data && t('found', { n: showCount(found.length, language), total })}
      tools={
        <>
          {isPane && (
            <Button look="secondary" size="md" onClick={() => saveCsv(sorted)}>
              CSV
            </Button>
          )}
          {!isBeside && (
            <IconButton icon="bookmark" label={t('saved')} aria-haspopup="dialog" onClick={() => open('saved')} />
          )}
          <IconButton icon="columns" label={t('columns')} aria-haspopup="dialog" onClick={() => open('columns')} />
        </>
      }
      below={
        saved.length > 0 && (
          <Tabs
            label={t('saved')}
            value={name === '' ? 'none' : conditions}
            hrefOf={(value) => href(value === 'none' ? PATH : asChosen(value))}
            onSelect={(value) => value !== 'none' && set(readScreen(value).screen)}
            items={[
              ...(name === '' ? [{ value: 'none', label: t('notSaved') }] : []),
              ...saved.map((one) => ({ value: one.conditions, label: one.name, count: countOf(one.conditions) })),
            ]}
          />
        )
      }
      dock={
        isBeside ? undefined : (
          <Button icon="filter" aria-haspopup="dialog" onClick={() => open('conditions')}>
            {t('change')}
          </Button>
        )
      }
      onRefresh={answer.again}
    >
      <Conditions screen={screen} onChange={set} />
      {isPane && <NameFilter value={filter} onChange={setFilter} />}
      <Answer of={answer} wait={<SkeletonRows rows={8} />}>
        {() =>
          found.length === 0 && shown.length === 0 ? (
            <Loosen screen={screen} shares={shares} onChange={set} />
          ) : (
            <>
              <ScreenTable
                rows={sorted}
                passing={new Set(found)}
                columns={columns}
                sorting={sorting}
                onSort={(next) => change({ sort: printSorting(next) })}
                {...(pane?.hasSide && {
                  chosen: chosenOf(query, found, sorting),
                  onChoose: (code: string) => change({ chosen: code }),
                })}
              />
              <Unknown screen={screen} shares={shares} />
              <p className={css.foot}>{t('honest')}</p>
            </>
          )
        }
      </Answer>
      {opened.includes('conditions') && (
        <ConditionsSheet
          key={`${opened.length} ${conditions}`}
          open={sheet === 'conditions'}
          shares={shares}
          screen={screen}
          onChange={set}
          onClose={() => setSheet(undefined)}
        />
      )}
      {opened.includes('saved') && (
        <SavedSheet
          key={name}
          open={sheet === 'saved'}
          shares={shares}
          conditions={conditions}
          name={name}
          onOpen={(text) => set(readScreen(text).screen)}
          onClose={() => setSheet(undefined)}
        />
      )}
      {opened.includes('columns') && (
        <ColumnsSheet
          open={sheet === 'columns'}
          columns={columns}
          most={most}
          onChange={(cols) => change({ cols })}
          onClose={() => setSheet(undefined)}
        />
      )}
    </Page>
  );
}

/** Of shares whose code or name has these letters; of all without any. */
const isNamed = (letters: string) => {
  const wanted = letters.trim().toLocaleLowerCase();
  return ({ share: { code, name } }: Screened): boolean =>
    code.toLocaleLowerCase().includes(wanted) || name.toLocaleLowerCase().includes(wanted);
};

/** On the desk: what is found, by its name. It is no condition, and not kept. */
function NameFilter({ value, onChange }: { readonly value: string; readonly onChange: (letters: string) => void }) {
  const { t } = useTranslation('screener');
  return (
    <div className={css.filter}>
      <div className={searchCss.box} role="search" aria-label={t('filter')}>
        <Icon name="search" size={20} />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('filter')}
          aria-keyshortcuts={FILTER_KEY}
          placeholder={t('filter')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {value === '' && <kbd aria-hidden="true">{FILTER_KEY}</kbd>}
      </div>
    </div>
  );
}

const asChosen = (text: string): string => at(PATH, Object.fromEntries(new URLSearchParams(text)));

/** Rows that were found stay until the conditions are others: what no longer passes does not jump away. */
function useKeptRows(found: readonly Screened[], shares: readonly Screened[], conditions: string): readonly Screened[] {
  const [kept, setKept] = useState({ conditions, codes: new Set<string>() });
  const codes = found.map(({ share }) => share.code);
  const isOther = kept.conditions !== conditions;
  if (isOther || codes.some((code) => !kept.codes.has(code)))
    setKept({ conditions, codes: new Set([...(isOther ? [] : kept.codes), ...codes]) });
  return isOther ? found : shares.filter((one) => kept.codes.has(one.share.code) || found.includes(one));
}

function Conditions({ screen, onChange }: { readonly screen: Screen; readonly onChange: (screen: Screen) => void }) {
  const { t } = useTranslation('screener');
  const say = useSayCondition();
  const names = conditionsOfScreen(screen);
  const place = useRef<HTMLDivElement>(null);
  const taken = useRef<number>(undefined);
  // The chip that had the focus is gone: the next one has it, or what is said in the place of all.
  useEffect(() => {
    if (taken.current === undefined) return;
    const parts = place.current?.querySelectorAll<HTMLElement>('button, p');
    // The reader may have gone on meanwhile.
    if (document.activeElement === document.body) parts?.[Math.min(taken.current, parts.length - 1)]?.focus();
    taken.current = undefined;
  }, [screen]);
  return (
    <div ref={place}>
      {names.length === 0 && (
        <p className={css.none} tabIndex={-1}>
          {t('none')}
        </p>
      )}
      {names.length > 0 && (
        <ChipBar>
          {names.map((name, at) => {
            const whole = say.whole(screen, name);
            return (
              <Chip
                key={name}
                label={t('takeAway', { condition: whole })}
                closes
                onPress={() => {
                  taken.current = at;
                  onChange(withoutCondition(screen, name));
                }}
              >
                {whole}
              </Chip>
            );
          })}
        </ChipBar>
      )}
    </div>
  );
}

const withoutCondition = ({ ranges, choices }: Screen, name: string): Screen => ({
  ranges: Object.fromEntries(Object.entries(ranges).filter(([one]) => one !== name)),
  choices: Object.fromEntries(Object.entries(choices).filter(([one]) => one !== name)),
});

type Parts = { readonly screen: Screen; readonly shares: readonly Screened[] };

/** Which one change would find something. */
function Loosen({ screen, shares, onChange }: Parts & { readonly onChange: (screen: Screen) => void }) {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const say = useSayCondition();
  const count = conditionsOfScreen(screen).length;
  const ways = loosenScreen(
    screen,
    shares.map(({ figures }) => figures),
  ).slice(0, MAX_LOOSENED);
  return (
    <>
      <Empty
        inline={ways.length > 0}
        icon="filter"
        title={t('nothing', { n: showCount(count, language), count })}
        text={t(ways.length > 0 ? 'oneChange' : 'noneHelps')}
        {...(ways.length === 0 && {
          action: { label: t('clear'), onPress: () => onChange({ ranges: {}, choices: {} }) },
        })}
      />
      {ways.length > 0 && (
        <RowGroup>
          {ways.map((way) => (
            <ListRow
              key={way.name}
              title={
                printCondition(way.screen, way.name) === undefined
                  ? labelled(t(`short.${way.name}`), t('any'))
                  : say.whole(way.screen, way.name)
              }
              text={t('instead', { condition: say.whole(screen, way.name) })}
              value={t('shares', { n: showCount(way.count, language), count: way.count })}
              onPress={() => onChange(way.screen)}
            />
          ))}
        </RowGroup>
      )}
      <p className={css.foot}>{t('few')}</p>
    </>
  );
}

/** Shares without a figure of a range that is set. */
function Unknown({ screen, shares }: Parts) {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const counts = countUnknown(
    screen,
    shares.map(({ figures }) => figures),
  );
  return SCREEN_RANGES.map((name) => {
    const count = counts[name];
    return count === undefined ? null : (
      <p key={name} className={css.foot}>
        {t('unknown', { n: showCount(count, language), count, name: t(`short.${name}`) })}
      </p>
    );
  });
}

import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './trigger-sheet.module.css';

/** What one pair of last decimals does. `anyOther` has none. */
export type Trigger = { readonly paise?: string; readonly text: string };

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly triggers: readonly Trigger[];
  readonly onClose: () => void;
  readonly onPick: (paise: string) => void;
};

/** What the sandbox does with which last two decimals (README, "Amounts that fail on purpose"); a tap puts them into the amount. Needs the namespace `recharge`. */
export function TriggerSheet({ open, title, triggers, onClose, onPick }: Props) {
  const { t } = useTranslation('recharge');
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <Note>{t('triggersText')}</Note>
      <div className={css.list}>
        {triggers.map(({ paise, text }) =>
          paise === undefined ? (
            <ListRow key="any" lead={<span className={css.paise}>{t('anyOther')}</span>} title={text} />
          ) : (
            <ListRow
              key={paise}
              lead={<b className={css.paise}>.{paise}</b>}
              title={text}
              onPress={() => onPick(paise)}
            />
          ),
        )}
      </div>
    </Sheet>
  );
}

import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './trigger-sheet.module.css';

/** Last decimals to which the sandbox has an answer of its own. */
const PAISE = ['13', '17', '19', '23'] as const;

type Props = {
  readonly open: boolean;
  readonly title: string;
  /** What each pair of last decimals does. */
  readonly texts: Readonly<Record<(typeof PAISE)[number] | 'any', string>>;
  readonly onClose: () => void;
  readonly onPick: (paise: string) => void;
};

/**
 * What the sandbox does with which last two decimals (docs/sandbox.md); a tap puts them into the amount and closes.
 * Needs the namespace `recharge`.
 */
export function TriggerSheet({ open, title, texts, onClose, onPick }: Props) {
  const { t } = useTranslation('recharge');
  const pick = (paise: string) => {
    onPick(paise);
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <Note>{t('triggersText')}</Note>
      <div className={css.list}>
        {PAISE.map((paise) => (
          <ListRow
            key={paise}
            lead={<b className={css.paise}>.{paise}</b>}
            title={texts[paise]}
            onPress={() => pick(paise)}
          />
        ))}
        <ListRow lead={<span className={css.paise}>{t('anyOther')}</span>} title={texts.any} />
      </div>
    </Sheet>
  );
}

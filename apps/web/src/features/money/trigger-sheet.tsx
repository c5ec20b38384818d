import { useTranslation } from 'react-i18next';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Note } from '#ui/note.tsx';
import css from './trigger-sheet.module.css';

/** The paise that choose a sandbox recharge's outcome (README, "Amounts that fail on purpose"). */
const TRIGGERS = [
  { paise: '13', text: 'trigger.failed' },
  { paise: '17', text: 'trigger.slow' },
  { paise: '19', text: 'trigger.twice' },
  { paise: '23', text: 'trigger.reversed' },
] as const;

type Props = { readonly open: boolean; readonly onClose: () => void; readonly onPick: (paise: string) => void };

/** What the sandbox does with which paise; a tap puts them into the amount. */
export function TriggerSheet({ open, onClose, onPick }: Props) {
  const { t } = useTranslation('recharge');
  return (
    <Sheet open={open} onClose={onClose} title={t('triggers')}>
      <Note>{t('triggersText')}</Note>
      <div className={css.list}>
        {TRIGGERS.map(({ paise, text }) => (
          <ListRow
            key={paise}
            lead={<b className={css.paise}>.{paise}</b>}
            title={t(text)}
            onPress={() => onPick(paise)}
          />
        ))}
        <ListRow lead={<span className={css.paise}>{t('anyOther')}</span>} title={t('trigger.any')} />
      </div>
    </Sheet>
  );
}

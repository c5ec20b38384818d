import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './trigger-sheet.module.css';

/** Last decimals to which the sandbox has an answer of its own, and the texts of those answers. */
const OUTCOMES = {
  recharge: [
    ['13', 'recharge:trigger.failed'],
    ['17', 'recharge:trigger.slow'],
    ['19', 'recharge:trigger.twice'],
    ['23', 'recharge:trigger.reversed'],
  ],
  withdrawal: [
    ['13', 'withdrawal:trigger.returned'],
    ['17', 'withdrawal:trigger.slow'],
    ['19', 'withdrawal:trigger.twice'],
    ['23', 'withdrawal:trigger.mismatch'],
  ],
} as const;

type Props = {
  readonly of: keyof typeof OUTCOMES;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPick: (paise: string) => void;
};

/**
 * What the sandbox does with which last two decimals (docs/sandbox.md); a tap puts
 * them into the amount and closes. Needs the namespaces `recharge` and that of the payment.
 */
export function TriggerSheet({ of, open, onClose, onPick }: Props) {
  const { t } = useTranslation(['recharge', 'withdrawal']);
  const pick = (paise: string) => {
    onPick(paise);
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t(`${of}:triggers`)}>
      <Note>{t('triggersText')}</Note>
      <div className={css.list}>
        {OUTCOMES[of].map(([paise, text]) => (
          <ListRow
            key={paise}
            lead={<b className={css.paise}>.{paise}</b>}
            title={t(text)}
            onPress={() => pick(paise)}
          />
        ))}
        <ListRow lead={<span className={css.paise}>{t('anyOther')}</span>} title={t(`${of}:trigger.any`)} />
      </div>
    </Sheet>
  );
}

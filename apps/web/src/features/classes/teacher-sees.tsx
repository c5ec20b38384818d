import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import css from './classes.module.css';

/** A mission of a seat. Without a label it stands beside the word. */
export const Dot = ({ isDone, label }: { readonly isDone: boolean; readonly label?: string }) => (
  <i className={cx(css.dot, isDone && css.isDone)} {...(label !== undefined && { role: 'img', 'aria-label': label })} />
);

/** What the teacher of a class sees of a seat, and what not. */
export function TeacherSees() {
  const { t } = useTranslation('classes');
  return <Seen yes={[t('seesDone')]} no={[t('notMoney'), t('notPlace')]} />;
}

/** What its teacher does not see, on the board. */
export function CannotSee() {
  const { t } = useTranslation('classes');
  return (
    <Card>
      <h2 className={css.head}>{t('cannotSee')}</h2>
      <Seen no={[t('cannotMoney'), t('cannotNames'), t('cannotBest')]} />
    </Card>
  );
}

const Seen = ({ yes = [], no }: { readonly yes?: readonly string[]; readonly no: readonly string[] }) => (
  <ul className={css.list}>
    {[...yes, ...no].map((text) => (
      <li key={text} className={yes.includes(text) ? css.yes : undefined}>
        <Icon name={yes.includes(text) ? 'check' : 'close'} size={18} /> {text}
      </li>
    ))}
  </ul>
);

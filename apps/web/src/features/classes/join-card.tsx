import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { joinAddress, spokenAddress } from './join-address.ts';
import { LocalhostNote } from './localhost-note.tsx';
import css from './board.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

const Qr = lazyPart(() => import('#features/money/qr.tsx'));
type Head = Pick<Data<'classBoard'>, 'code' | 'seats' | 'taken'>;

/** How students come in: the square, the address, the code of the wall. */
export function JoinCard({ head, onBig }: { readonly head: Head; readonly onBig: () => void }) {
  const { t } = useTranslation('classes');
  return (
    <Card>
      <h2 className={css.head}>
        {t('join')} <TextButton onClick={onBig}>{t('showBig')}</TextButton>
      </h2>
      <JoinParts head={head} />
    </Card>
  );
}

/** The same for a projector. */
export const JoinBig = ({ head }: { readonly head: Head }) => (
  <div className={css.big}>
    <JoinParts head={head} />
  </div>
);

function JoinParts({ head }: { readonly head: Head }) {
  const { t } = useTranslation('classes');
  const { code, taken, seats } = head;
  return (
    <>
      <LocalhostNote />
      <div className={css.joining}>
        <div className={css.qr}>
          <Qr text={joinAddress(code)} label={t('joinQr')} />
        </div>
        <div>
          <p className={css.small}>{spokenAddress()}</p>
          <p className={css.code}>{code}</p>
          <p className={css.small}>{t('takenOf', { taken, seats })}</p>
        </div>
      </div>
    </>
  );
}

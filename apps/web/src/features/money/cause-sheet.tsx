import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Money } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { signOf } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import css from './cause-sheet.module.css';
import { FrozenCauses, Withdrawable } from './causes.tsx';

export type Cause = 'available' | 'frozen' | 'unpaid';

/** What stands behind one figure of the assets page: where it comes from, in rupees. Needs the namespace `assets`. */
export function CauseSheet({ cause, onClose }: { readonly cause: Cause | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('assets');
  const [shown, setShown] = useState<Cause>('available'); // a closing sheet keeps its content
  useEffect(() => {
    if (cause) setShown(cause);
  }, [cause]);
  const wallet = useCall('rupeeWallet', {}, { enabled: cause !== undefined, staleMs: 0 });
  return (
    <Sheet open={cause !== undefined} onClose={onClose} title={t(shown)}>
      <p className={css.what}>{t(`${shown}What`)}</p>
      <Answer
        of={wallet}
        isPart
        wait={
          <Skeleton>
            <SkeletonBar height="56px" />
          </Skeleton>
        }
      >
        {(data) =>
          shown === 'frozen' ? (
            <FrozenCauses frozen={data.frozen} />
          ) : shown === 'available' ? (
            <Withdrawable wallet={data} />
          ) : signOf(data.unpaid) === 0 ? (
            <p className={css.what}>{t('unpaidNone')}</p>
          ) : (
            <KeyValue total label={t('unpaid')}>
              <Money value={data.unpaid} />
            </KeyValue>
          )
        }
      </Answer>
    </Sheet>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { queryClient } from '#api/client.ts';
import { useFeed } from '#api/feed.ts';
import type { Failure } from '#api/failure.ts';
import { keepsKeys, signInAgain, startPractice } from '#api/practice.ts';
import { hasPracticeAccount } from '#api/session.ts';
import { RefusalNote } from '#features/account/refusal-note.tsx';
import { useLeft, useRefusal } from '#features/account/refusal.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import text from '#ui/text.module.css';
import { toast } from '#ui/toast.ts';
import css from './start-sheet.module.css';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The account is there and signed in. */
  readonly onDone?: (() => void) | undefined;
};

/** What takes longer than this is said. */
const LATE_MS = 2000;

/**
 * What a practice account is and is not, said before the tap that opens it; or the way back to the one that this
 * browser has. Needs the namespace `start`.
 */
export default function StartSheet({ open, onClose, onDone }: Props) {
  const { t } = useTranslation(['start', 'nav', 'common']);
  const isOnline = useFeed(({ online }) => online);
  const [isHere, setHere] = useState(hasPracticeAccount);
  const [state, setState] = useState<'idle' | 'starting' | 'late'>('idle');
  const { refusal, tell, clear } = useRefusal<FieldValues>([], () => undefined);
  const leftMs = useLeft(refusal?.until);

  const start = async () => {
    clear();
    setState('starting');
    const late = setTimeout(() => setState('late'), LATE_MS);
    const failure = isHere ? await openAgain(t('keyGone')) : await startAnew();
    clearTimeout(late);
    setState('idle');
    if (failure) {
      setHere(hasPracticeAccount());
      return tell(failure);
    }
    void queryClient.invalidateQueries(); // what a guest saw is no longer what this reader sees
    toast(t(isHere ? 'mineOpen' : 'done'));
    onClose();
    onDone?.();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(isHere ? 'mineTitle' : 'title')}
      dock={
        <div className={css.dock}>
          <Button busy={state !== 'idle'} disabled={!isOnline || leftMs > 0} onClick={() => void start()}>
            {isOnline ? t(isHere ? 'common:openMine' : 'start') : t('needsLine')}
          </Button>
          {!isHere && (
            <p className={css.agrees} role="status">
              {state === 'late' ? (
                t('making')
              ) : (
                <Trans
                  text={t('agrees')}
                  components={{ 1: <TextLink topic="terms" />, 2: <TextLink topic="privacy" /> }}
                />
              )}
            </p>
          )}
        </div>
      }
    >
      {isHere ? <p className={css.ready}>{t('mineText')}</p> : <Offer open={open} />}
      <RefusalNote refusal={refusal} leftMs={leftMs}>
        {refusal?.isTimed && (
          <a className={css.other} href={href(at('/pages/login/index', { mode: 'register' }))}>
            {t('byPhone')}
          </a>
        )}
      </RefusalNote>
    </Sheet>
  );
}

type Outcome = Pick<Failure, 'message'> & Partial<Failure>;

async function startAnew(): Promise<Outcome | undefined> {
  const result = await startPractice();
  return result.ok ? undefined : result;
}

/** `keyGone`: the words where there is no key to ask with. */
async function openAgain(keyGone: string): Promise<Outcome | undefined> {
  const outcome = await signInAgain();
  return outcome.is === 'in' || outcome.is === 'back' ? undefined : (outcome.failure ?? { message: keyGone });
}

function Offer({ open }: Pick<Props, 'open'>) {
  const { t } = useTranslation(['start', 'nav']);
  const forgets = useForgets(open);
  return (
    <>
      <p className={css.ready}>{t('ready')}</p>
      <h3 className={css.head}>{t('get')}</h3>
      <ul className={css.list}>
        <Point icon="check" said={t('youGet')} words={t('getMoney')} />
        <Point icon="check" said={t('youGet')} words={t('getAll')} />
      </ul>
      <h3 className={css.head}>{t('not')}</h3>
      <ul className={css.list}>
        <Point icon="close" said={t('itIsNot')} words={t('notMoney')} />
        <Point icon="close" said={t('itIsNot')} words={t('notElsewhere')}>
          <small>
            {t('keepLater')} <a href={href('/pages/personal/lost')}>{t('nav:deviceLost')}</a>
          </small>
        </Point>
        <Point icon="warn" said={t('itIsNot')} words={t('shared')} />
      </ul>
      {forgets && <Note tone="warn">{t('forgets')}</Note>}
    </>
  );
}

/** Whether this browser keeps no key: asked as the sheet opens. */
function useForgets(open: boolean): boolean {
  const [forgets, setForgets] = useState(false);
  useEffect(() => {
    if (open) void keepsKeys().then((keeps) => setForgets(!keeps));
  }, [open]);
  return forgets;
}

function Point({
  icon,
  said,
  words,
  children,
}: {
  readonly icon: IconName;
  /** What the icon says, for who cannot see it. */
  readonly said: string;
  readonly words: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className={css[icon]}>
      <Icon name={icon} size={20} />
      <span>
        <span className={text.unseen}>{said} </span>
        {words}
        {children}
      </span>
    </li>
  );
}

function TextLink({ topic, children }: { readonly topic: 'terms' | 'privacy'; readonly children?: string }) {
  return <a href={href(at('/pages/index/customer/index', { topic }))}>{children}</a>;
}

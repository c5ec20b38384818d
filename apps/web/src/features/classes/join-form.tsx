import { useRef, useState, type FormEvent } from 'react';
import { CLASS_CODE_SIGNS, readCode } from '@khara/rules';
import { queryClient } from '#api/client.ts';
import { joinClass } from '#api/practice.ts';
import { useSignedIn } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { TeacherSees } from './teacher-sees.tsx';
import css from './classes.module.css';

const GROUP = CLASS_CODE_SIGNS.wall;
const ALL = CLASS_CODE_SIGNS.slip;
const GROUPS = [0, 1, 2] as const;

/**
 * Takes a seat by the code of a wall or a slip. `given` came with the address. Needs `classes`, `start`, `refusals`.
 */
export function JoinForm({ given }: { readonly given: string }) {
  const { t } = useTranslation(['classes', 'start']);
  const signedIn = useSignedIn();
  const [code, setCode] = useState(() => readCode(given).slice(0, ALL));
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [asksToMove, setAsksToMove] = useState(false);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const left = code.length <= GROUP ? GROUP - code.length : ALL - code.length;

  const type = (group: number, typed: string): void => {
    setWrong(undefined);
    const before = code.slice(0, group * GROUP);
    const read = readCode(typed);
    // What is pasted fills all; what is typed goes on in the next field, and never takes the focus back.
    const next = (before + read + (read.length > GROUP ? '' : code.slice((group + 1) * GROUP))).slice(0, ALL);
    setCode(next);
    const forward = Math.min(2, Math.floor((before + read).length / GROUP));
    if (forward > group) fields.current[forward]?.focus();
  };
  const join = async (move: boolean): Promise<void> => {
    setBusy(true);
    const result = await joinClass(code, move);
    setBusy(false);
    setAsksToMove(false);
    if (result.ok) {
      void queryClient.invalidateQueries(); // another reader from now on
      toast(t('joined', { n: result.data.seat }));
      return reLaunch('/pages/learn/index');
    }
    if (result.reason === 'class_seat_elsewhere') setAsksToMove(true);
    else setWrong(result.message);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (left === 0 && !isBusy) void join(false);
  };
  return (
    <Page
      subtitle={t('joinSub')}
      dock={
        <Button busy={isBusy} disabled={left > 0} onClick={() => void join(false)}>
          {left > 0 ? t('more', { count: left }) : code.length === GROUP ? t('takeNext') : t('takeSeat')}
        </Button>
      }
    >
      <form className={css.join} onSubmit={submit}>
        <h2>{t('codeTitle')}</h2>
        <p>{t('codeText')}</p>
        <div className={css.groups}>
          {GROUPS.map((group) => (
            <input
              key={group}
              ref={(field) => void (fields.current[group] = field)}
              value={code.slice(group * GROUP, (group + 1) * GROUP)}
              onChange={({ target }) => type(group, target.value)}
              aria-label={t('group', { n: group + 1 })}
              aria-invalid={wrong !== undefined}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              inputMode="text"
            />
          ))}
        </div>
        <p className={wrong === undefined ? css.small : css.wrong} role={wrong === undefined ? undefined : 'alert'}>
          {wrong ?? t('camera')}
        </p>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      {signedIn && <Note tone="warn">{t('loggedIn')}</Note>}
      <Card>
        <h2 className={css.head}>{t('sees')}</h2>
        <TeacherSees />
      </Card>
      <p className={css.foot}>{t('makes')}</p>
      <Sheet
        open={asksToMove}
        onClose={() => setAsksToMove(false)}
        title={t('moveTitle')}
        dock={
          <Button busy={isBusy} onClick={() => void join(true)}>
            {t('moveHere')}
          </Button>
        }
      >
        <p>{t('moveText')}</p>
      </Sheet>
    </Page>
  );
}

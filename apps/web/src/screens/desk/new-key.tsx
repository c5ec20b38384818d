import { useEffect, useRef, type ReactNode } from 'react';
import css from '#features/programs/programs.module.css';
import { closeNewKey, focusOpener, useNewKey, type MadeKey } from '#features/programs/new-key.ts';
import { useSecret } from '#features/programs/secret.tsx';
import { useMaking } from '#features/programs/use-making.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { IconButton } from '#ui/button.tsx';

/** The first pane at the right of Keys for programs: the form of a new key, then its secret. No sheet covers a page. */
export default function NewKeyPane() {
  const { t } = useTranslation(['programs', 'common']);
  const { made } = useNewKey();
  const { form, proof } = useMaking('pane');
  useEffect(() => focusOpener, []);
  if (made) return <Secret made={made} />;
  return (
    <Page
      title={t('make')}
      ground="surface"
      tools={<IconButton icon="close" label={t('common:close')} onClick={closeNewKey} />}
    >
      <Focused>{form}</Focused>
      {proof}
    </Page>
  );
}

function Secret({ made }: { readonly made: MadeKey }) {
  const { title, body, done } = useSecret(made);
  return (
    <Page title={title} ground="surface" dock={done}>
      <Focused label={title}>{body}</Focused>
    </Page>
  );
}

/**
 * Takes the focus when it comes, and when the reader asks for a new key again: to its first field, or to what its label
 * is read for.
 */
function Focused({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  const turn = useNewKey((state) => state.turn);
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = label === undefined ? own.current?.querySelector('input') : own.current;
    first?.focus();
  }, [label, turn]);
  return (
    <div
      ref={own}
      className={css.inPane}
      {...(label !== undefined && { role: 'group', tabIndex: -1, 'aria-label': label })}
    >
      {children}
    </div>
  );
}

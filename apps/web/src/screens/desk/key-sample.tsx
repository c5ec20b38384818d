import css from '#features/programs/programs.module.css';
import { useSample } from '#features/programs/sample.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';

/** The right of Keys for programs: how a program begins. */
export default function KeySample() {
  const { t } = useTranslation('programs');
  const { copy, body } = useSample();
  return (
    <Page title={t('sample')} ground="surface" tools={copy}>
      <div className={css.inPane}>{body}</div>
    </Page>
  );
}

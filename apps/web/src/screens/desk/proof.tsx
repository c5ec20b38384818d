import { useTranslation } from '#i18n/use-translation.ts';
import { ProofBody, ProofButton } from '#features/proof/proof-sheet.tsx';
import { Page } from '#shell/page.tsx';
import css from './proof.module.css';

/** The right of the desk on assets: the proof of the statement, and what the server has signed. */
export default function Proof() {
  const { t } = useTranslation('proof');
  return (
    <Page title={t('title')} ground="surface" dock={<ProofButton />}>
      <div className={css.body}>
        <ProofBody />
      </div>
    </Page>
  );
}

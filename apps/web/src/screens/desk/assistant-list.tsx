import { useState } from 'react';
import { useCall } from '#api/use-call.ts';
import css from '#features/assistants/assistants.module.css';
import { ConnectSheet } from '#features/assistants/connect.tsx';
import { Never } from '#features/assistants/never.tsx';
import { LetIn } from '#features/assistants/let-in.tsx';
import { LOOK_MS } from '#features/assistants/questions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { TextButton } from '#ui/text-button.tsx';

/** The left of Assistants: who was let in, beside what they did. */
export default function AssistantsPane() {
  const { t } = useTranslation('assistants');
  const [isConnecting, setConnecting] = useState(false);
  const asked = useCall('assistants', undefined, { staleMs: 0, refetchMs: 6 * LOOK_MS });
  return (
    <Page ground="surface" tools={<TextButton onClick={() => setConnecting(true)}>{t('connectOne')}</TextButton>}>
      <div className={css.page}>
        <LetIn of={asked} isOnDesk />
        <Never />
      </div>
      <ConnectSheet open={isConnecting} onClose={() => setConnecting(false)} />
    </Page>
  );
}

import { useCall } from '#api/use-call.ts';
import { Consent } from '#features/assistants/consent.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** Whether the assistant whose request stands in the address may come in. Its browser opens this page. */
export default function Allow() {
  const { t } = useTranslation('assistants');
  const [query] = usePageQuery();
  const request = query.get('request') ?? '';
  const asked = useCall('assistantRequest', { request }, { staleMs: Infinity });
  if (asked.data) return <Consent request={request} asked={asked.data} />;
  return (
    <Page>
      <Answer
        of={asked}
        wait={<SkeletonRows rows={3} />}
        refused={{ assistant_request_invalid: <Empty icon="people" title={t('over')} text={t('overText')} /> }}
      >
        {() => null}
      </Answer>
    </Page>
  );
}

import { base } from '#api/base.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { isRecordedName } from '#features/lab/lab-address.ts';
import { LabPage } from '#features/lab/lab-page.tsx';
import { Replay } from '#features/lab/replay.tsx';
import type { ReplayView } from '#features/lab/use-replay.ts';
import { keptLog } from '#features/proof/kept-log.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { usePageQuery } from '#shell/use-page-query.ts';

/** Own orders of a share and day that are marked. */
const MAX_ORDERS = 50;
const source = () =>
  ({
    kind: 'server',
    base,
    recorded: new URL('recorded-day/', document.baseURI).href,
    lang: languageCode(currentLanguage()),
  }) as const;

/** Relive a day: any closed day of the market, any share, as it was and as it would have been. */
export default function RelivedDay({ view = Replay }: { readonly view?: ReplayView }) {
  const [query, change] = usePageQuery();
  const signedIn = useSignedIn();
  const code = query.get('code') ?? undefined;
  const date = query.get('date') ?? undefined;
  const first = useCall('marketList', { size: 1 }, { enabled: code === undefined });
  const orders = useCall(
    'orders',
    { code: code ?? '', from: date ?? '', to: date ?? '', size: MAX_ORDERS },
    { enabled: signedIn && code !== undefined && date !== undefined && !isRecordedName(date) },
  );
  return (
    <LabPage
      source={source}
      query={query}
      change={change}
      code={code ?? first.data?.list[0]?.code}
      own={signedIn ? (orders.data?.list.flatMap(({ logNumber }) => logNumber ?? []) ?? []) : undefined}
      knownKey={keptLog()?.publicKey}
      view={view}
    />
  );
}

import { LabPage } from '#features/lab/lab-page.tsx';
import { Replay } from '#features/lab/replay.tsx';
import { ReplayFront } from '#features/lab/replay-front.tsx';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { usePageQuery } from '#shell/use-page-query.ts';

const source = () => ({
  kind: 'files' as const,
  base: new URL('.', location.href).href,
  lang: languageCode(currentLanguage()),
});

/** Relive a day from files: every reader is a guest. */
export default function StaticDay() {
  const [query, change] = usePageQuery();
  return (
    <LabPage
      source={source}
      query={query}
      change={change}
      code={query.get('code') ?? undefined}
      own={undefined}
      knownKey={undefined}
      view={query.get('view') === 'front' ? ReplayFront : Replay}
    />
  );
}

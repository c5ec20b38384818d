import { JoinForm } from '#features/classes/join-form.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';

export default function Join() {
  const [query] = usePageQuery();
  return <JoinForm given={query.get('c') ?? ''} />;
}

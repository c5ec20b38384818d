import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { loadTexts, type TextNamespace } from '#i18n/index.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { isServed, loadCode } from '#lib/load-code.ts';
import { ErrorCard } from './states.tsx';
import { toast } from './toast.ts';

/*
 * Parts of a page whose code comes when they are first shown. One that does not come, or has a defect, fails alone,
 * and a tap fetches it again.
 */

/** Time enough to read a sentence, in ms. */
const READ_MS = 4000;

type Load<P extends object> = () => Promise<{ readonly default: ComponentType<P> }>;
/** What stands in the place of a part that failed. */
type Failed = ComponentType<{ readonly onRetry: () => void; readonly wait: ReactNode }>;
/** What stands in the place of a part until it is here. */
type Waiting = { readonly wait?: ReactNode };

class NotLoaded extends Error {}

/** A class because React asks for one. */
class Boundary extends Component<
  { readonly children: ReactNode; readonly failed: ReactNode; readonly onError: (error: unknown) => void },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}

/** Code that is fetched once, and again by who asks for it after it failed. */
function lazyCode<P extends object>(load: Load<P>, texts: readonly TextNamespace[]) {
  const fetched = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(() =>
      loadCode(() => Promise.all([load(), loadTexts(texts)])).then(
        ([part]) => part,
        (cause: unknown) => {
          newest = fetched();
          throw new NotLoaded('', { cause });
        },
      ),
    );
  let newest = fetched();
  return () => newest;
}

/** A part that stands in its page. `failed` by default is a card that says so. Fetches texts that its page has not. */
export function lazyPart<P extends object>(
  load: Load<P>,
  {
    texts = [],
    failed: Failed = ErrorCard,
  }: { readonly texts?: readonly TextNamespace[]; readonly failed?: Failed } = {},
): ComponentType<P & Waiting> {
  const newest = lazyCode(load, texts);
  return function LazyPart({ wait = null, ...props }: P & Waiting) {
    // The same one until the reader asks again: React renders once more what failed.
    const [{ Part, attempt }, setFetched] = useState(() => ({ Part: newest(), attempt: 0 }));
    const onError = (error: unknown): void => void (attempt > 0 && renewDocument(error));
    const onRetry = (): void => setFetched({ Part: newest(), attempt: attempt + 1 });
    return (
      <Boundary key={attempt} onError={onError} failed={<Failed onRetry={onRetry} wait={wait} />}>
        <Suspense fallback={wait}>
          <Part {...(props as unknown as P)} />
        </Suspense>
      </Boundary>
    );
  };
}

type Opened = { readonly open: boolean; readonly onClose: () => void };

/** A sheet, which a tap opens: where it does not come that is said, and it is closed. The next tap fetches it again. */
export function lazySheet<P extends { readonly open: boolean }>(
  load: Load<P>,
  texts: readonly TextNamespace[] = [],
): ComponentType<P & Opened> {
  const newest = lazyCode(load, texts);
  let failures = 0;
  const onError = (error: unknown): void => {
    failures += 1;
    if (failures > 1) void renewDocument(error);
  };
  return function LazySheet(props: P & Opened) {
    const [{ Part, attempt }, setFetched] = useState(() => ({ Part: newest(), attempt: 0 }));
    const onOpened = (): void => setFetched({ Part: newest(), attempt: attempt + 1 });
    const failed = <FailedSheet open={props.open} onClose={props.onClose} onOpened={onOpened} />;
    return (
      <Boundary key={attempt} onError={onError} failed={failed}>
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

function FailedSheet({ open, onClose, onOpened }: Opened & { readonly onOpened: () => void }) {
  const { t } = useTranslation();
  const close = useRef(onClose);
  const words = useRef(t('retry.part'));
  const wasClosed = useRef(false);
  useEffect(() => {
    toast(words.current, { urgent: true, ms: READ_MS });
    close.current();
  }, []);
  useEffect(() => {
    if (open && wasClosed.current) onOpened();
    wasClosed.current = !open;
  }, [open, onOpened]);
  return null;
}

/** Code that did not come at the reader's tap either. */
async function renewDocument(error: unknown): Promise<void> {
  if (error instanceof NotLoaded && (await isServed())) location.reload();
}

import { checkDraw, type DrawCheck, type DeviceFacts, type PublishedDraw } from './check-draw.ts';
import { fetchProof, type ProofRequest } from './fetch-proof.ts';

/** What a page shows of a draw: everything but the list and the allotment, of which there may be a hundred thousand. */
export type DrawHead = Omit<PublishedDraw, 'applications' | 'allotted'>;

/** Fetches a draw and runs it again beside the page, so that the page stays alive while it is read and hashed. */
export type DrawRequest = { readonly request: ProofRequest; readonly known: DeviceFacts };
export type DrawMessage =
  | { readonly is: 'progress'; readonly done: number; readonly all: number }
  /** `head` is of the very answer that was checked; `ms` is the time of the check alone. */
  | { readonly is: 'done'; readonly check: DrawCheck; readonly head: DrawHead; readonly ms: number }
  | { readonly is: 'failed'; readonly message: string };

addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
  run(data).then(tell, (error: unknown) =>
    tell({ is: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

async function run({ request, known }: DrawRequest): Promise<DrawMessage> {
  const response = await fetchProof(request);
  const envelope = (await response.json()) as {
    readonly code: number;
    readonly msg: string;
    readonly data: PublishedDraw;
  }; // the call table's
  if (envelope.code !== 200) throw new Error(envelope.msg);
  const from = performance.now();
  const check = checkDraw(envelope.data, known, (done, all) => tell({ is: 'progress', done, all }));
  const { applications: _list, allotted: _shares, ...head } = envelope.data;
  return { is: 'done', check, head, ms: performance.now() - from };
}

function tell(message: DrawMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name, only the page that made it
  postMessage(message);
}

/** How the whole proof of a draw is asked for: of a guest, since it is the same for all readers. */
export type ProofRequest = { readonly url: string; readonly body: string };

/**
 * The answer as it came. It is many megabytes: a caller that needs more than its bytes reads them beside the
 * page. Throws without a network.
 */
export async function fetchProof({ url, body }: ProofRequest): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body, credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(`http ${response.status}`);
  return response;
}

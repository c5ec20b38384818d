import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Any file server: it knows no call, and has the files of a directory in a folder: at `/school/`. */
export async function serveFiles(directory: string): Promise<{ readonly at: string; readonly close: () => void }> {
  const server = createServer(({ url = '' }, answer) => {
    const [name = ''] = decodeURI(url.split('?')[0] ?? '')
      .split('/school/')
      .slice(1);
    const file = join(directory, name === '' ? 'index.html' : name);
    if (!url.startsWith('/school/') || !existsSync(file) || !statSync(file).isFile())
      return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    return createReadStream(file).pipe(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { at: `http://127.0.0.1:${address.port}/school/`, close: () => void server.close() };
}

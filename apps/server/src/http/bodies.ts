import type { FastifyInstance } from 'fastify';
import { nestsTooDeep, TooDeep } from './depth.ts';

/** Forms that may hold files. */
export const MULTIPART = 'multipart/form-data';

/**
 * Bodies as JSON, and as a JSON text sent as text/plain; forms are read by @fastify/formbody. A body that is
 * a JSON text within a JSON text is opened once more: clients that serialise twice exist. No body at all is a
 * payload without fields, as is a multipart form where no file is taken.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, {});
    if (nestsTooDeep(body)) return done(new TooDeep());
    return parseJson(request, body, (error, value) => {
      if (error || typeof value !== 'string') return done(error, value);
      if (nestsTooDeep(value)) return done(new TooDeep());
      return parseJson(request, value, done);
    });
  });
  app.addContentTypeParser(MULTIPART, (_request, _body, done) => done(null));
}

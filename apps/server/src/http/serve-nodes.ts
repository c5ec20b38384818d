import { createHmac, timingSafeEqual } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';

/** Questions of one turn of another server, each of them some hundred bytes. */
const MESSAGE_BYTES = 4_194_304;

/** With which servers of one installation know each other: it follows from a secret that all of them have. */
export const nodeToken = (installSecret: Uint8Array): string =>
  createHmac('sha256', installSecret).update('khara/node/1').digest('base64url');

/** What other servers ask this one, while it runs the market. */
export class NodeQuestions {
  readonly #log: Pick<Logger, 'error'>;
  readonly #sockets = new Set<WebSocket>();
  #answer: ((question: unknown) => Promise<unknown>) | undefined;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** From here on questions are answered. `answer` throws only for defects. */
  begin(answer: (question: unknown) => Promise<unknown>): void {
    this.#answer = answer;
  }

  /** Lines are cut: what was asked is asked of another server. */
  end(): void {
    this.#answer = undefined;
    for (const socket of this.#sockets) socket.terminate();
  }

  get isOpen(): boolean {
    return this.#answer !== undefined;
  }

  accept(socket: WebSocket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined); // the close follows
    let answers: (readonly [number, unknown])[] = [];
    const say = (id: number, answer: unknown) => {
      answers.push([id, answer]);
      if (answers.length > 1) return;
      // Answers of the same commit go in one message.
      setImmediate(() => {
        if (socket.readyState === socket.OPEN) socket.send(serialize([1, answers]));
        answers = [];
      });
    };
    socket.on('message', (data) => {
      const [version, questions] = deserialize(data as Buffer) as [number, (readonly [number, unknown])[]];
      const answer = this.#answer;
      if (version !== 1 || !answer) return socket.terminate();
      for (const [id, question] of questions) {
        answer(question).then(
          (said) => say(id, said),
          (error: unknown) => {
            // Without an answer the other server would wait for ever; with the line it asks again.
            this.#log.error({ err: error }, 'what another server asked could not be answered');
            socket.terminate();
          },
        );
      }
    });
  }
}

/** GET /node: a line of another server, by the token of the installation. */
export async function serveNodes(app: FastifyInstance, questions: NodeQuestions, token: string): Promise<void> {
  const expected = Buffer.from(`Bearer ${token}`);
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MESSAGE_BYTES, perMessageDeflate: false, clientTracking: false },
      preClose: () => questions.end(),
      errorHandler: () => undefined,
    });
    scope.get(
      '/node',
      {
        websocket: true,
        logLevel: 'warn',
        onRequest: async (request, reply) => {
          const given = Buffer.from(request.headers.authorization ?? '');
          if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send();
          if (!questions.isOpen) return reply.code(503).send();
          return undefined;
        },
      },
      (socket) => questions.accept(socket),
    );
  });
}

import type { IncomingMessage } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { NODE_ANSWER, takeGreetings } from '#src/security/node-greeting.ts';

/** Questions of one turn of another server, each of them some hundred bytes. */
const MESSAGE_BYTES = 4_194_304;

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

/** GET /node: a line of another server of the installation, which greets it by the address it has in the database. */
export async function serveNodes(
  app: FastifyInstance,
  questions: NodeQuestions,
  {
    installSecret,
    address,
    now,
  }: { readonly installSecret: Uint8Array; readonly address: string; readonly now: () => number },
): Promise<void> {
  const answerTo = takeGreetings(installSecret, address, now);
  const answers = new WeakMap<IncomingMessage, string>();
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MESSAGE_BYTES, perMessageDeflate: false, clientTracking: false },
      preClose: () => questions.end(),
      errorHandler: () => undefined,
    });
    scope.websocketServer.on('headers', (headers, request) => {
      headers.push(`${NODE_ANSWER}: ${answers.get(request) ?? ''}`);
    });
    scope.get(
      '/node',
      {
        websocket: true,
        logLevel: 'warn',
        onRequest: async (request, reply) => {
          if (!questions.isOpen) return reply.code(503).send();
          const answer = answerTo(request.headers.authorization);
          if (answer === undefined) return reply.code(401).send();
          answers.set(request.raw, answer);
          return undefined;
        },
      },
      (socket) => questions.accept(socket),
    );
  });
}

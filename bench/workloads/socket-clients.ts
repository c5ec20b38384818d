/**
 * A process full of socket clients that only count what arrives: node socket-clients.ts PORT COUNT
 * CODES_PER_CLIENT CODES [ticker]. With `ticker` the codes are tokens, watched in full. Frames are not
 * parsed: a measurement must not be slowed by its own clients. Tells its parent when all have opened.
 */
import { connect } from 'node:net';

const [port = 0, count = 0, codesEach = 0] = process.argv.slice(2, 5).map(Number);
const codes = (process.argv[5] ?? '').split(',');
const isTicker = process.argv[6] === 'ticker';
let opened = 0;

for (let client = 0; client < count; client += 1) {
  // Clients look at neighbouring rows of a list, each somewhere else, or all at the same.
  const from = codesEach === codes.length ? 0 : (client * 7) % codes.length;
  const watched = Array.from({ length: codesEach }, (_, at) => codes[(from + at) % codes.length]!);
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const message = isTicker
      ? { a: 'mode', v: ['full', watched] }
      : { op: 'subscribe', channel: 'quotes', codes: watched };
    socket.write(textFrame(JSON.stringify(message)));
  });
  let greeted = false;
  socket.on('data', () => {
    if (greeted) return;
    greeted = true;
    opened += 1;
    if (opened === count) process.send!({ opened });
  });
  socket.on('error', () => process.exit(1));
}

/** A masked text frame; a mask of zeros changes nothing. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}

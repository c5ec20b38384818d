/**
 * A whole text message as a WebSocket server sends it (RFC 6455, 5.2): one unmasked frame. `ws` frames a
 * message anew for every socket it is sent to; what goes to hundreds of them is framed once and written to
 * their connections as it is.
 */
export function textFrame(text: string): Buffer {
  const { frame, begins } = frameFor(FINAL_TEXT, Buffer.byteLength(text));
  frame.write(text, begins);
  return frame;
}

/** The same of a binary message of `length` bytes, which are written from `begins` on. */
export const binaryFrame = (length: number) => frameFor(FINAL_BINARY, length);

function frameFor(kind: number, length: number): { readonly frame: Buffer; readonly begins: number } {
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = kind;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return { frame, begins: header };
}

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;

/**
 * A whole text message as a WebSocket server sends it (RFC 6455, 5.2): one unmasked frame. `ws` frames a
 * message anew for every socket it is sent to; what goes to hundreds of them is framed once and written to
 * their connections as it is.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}

const FINAL_TEXT = 0x81;

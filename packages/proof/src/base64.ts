/**
 * Base64 with padding (RFC 4648, section 4). By hand because plain browsers of today have no byte-to-base64
 * call of their own.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    for (let place = 0; place < 4; place += 1) {
      text += at + place > bytes.length ? '=' : ALPHABET[(bits >> (18 - 6 * place)) & 63];
    }
  }
  return text;
}

/** Undefined when the text is not exactly what `toBase64` would write: one value has one text. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let written = 0;
  for (const digit of digits) {
    const value = ALPHABET.indexOf(digit);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[written] = (bits >> held) & 0xff;
      written += 1;
    }
  }
  return toBase64(bytes) === text ? bytes : undefined;
}

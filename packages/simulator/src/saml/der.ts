/** The few forms of DER (X.690) that a certificate is made of. */
export const der = {
  sequence: (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts)),
  set: (...parts: Buffer[]) => tagged(0x31, Buffer.concat(parts)),
  /** A positive number, as big-endian bytes. */
  integer: (bytes: Buffer) => tagged(0x02, bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes),
  bits: (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes])),
  nothing: () => tagged(0x05, Buffer.alloc(0)),
  text: (value: string) => tagged(0x0c, Buffer.from(value, 'utf8')),
  explicit: (tag: number, content: Buffer) => tagged(0xa0 + tag, content),
  /** `1.2.840.113549.1.1.11` */
  identifier(dotted: string): Buffer {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
    return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
  },
  /** UTCTime up to 2049, GeneralizedTime after (RFC 5280, section 4.1.2.5). */
  time(date: Date): Buffer {
    const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
    return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
  },
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 + (rest % 128))
  return bytes
}

/** The few forms of DER (X.690) that a self-signed certificate is made of. */
export const der = {
  sequence: (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts),
  set: (...parts: readonly Uint8Array[]) => tagged(0x31, ...parts),
  /** Context-specific and constructed. */
  explicit: (tag: number, ...parts: readonly Uint8Array[]) => tagged(0xa0 + tag, ...parts),
  /** A positive integer, big-endian. */
  integer: (bytes: Uint8Array) => tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes),
  bitString: (bytes: Uint8Array) => tagged(0x03, Buffer.from([0]), bytes),
  octetString: (bytes: Uint8Array) => tagged(0x04, bytes),
  null: () => tagged(0x05),
  utf8: (text: string) => tagged(0x0c, Buffer.from(text)),
  oid: (dotted: string) => tagged(0x06, Buffer.from(oidBytes(dotted))),
  /** RFC 5280 section 4.1.2.5: two digits of the year before 2050, four from then on. */
  time: (date: Date) => {
    const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
    return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
  },
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return [0x80 + bytes.length, ...bytes]
}

function oidBytes(dotted: string): number[] {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return [first * 40 + second, ...rest.flatMap(base128)]
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

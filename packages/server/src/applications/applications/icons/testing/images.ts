const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The segments of a JPEG of this size, with a scan of a few bytes; `note` is in EXIF and in a comment. */
export function jpegOf(width: number, height: number, note?: string): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const notes =
    note === undefined ? [] : [segment(0xe1, Buffer.from(`Exif\0\0${note}`)), segment(0xfe, Buffer.from(note))]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...notes,
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ])
}

/** A lossless WebP of this size, with further chunks that hold `note`. */
export function webpOf(width: number, height: number, more: readonly string[] = [], note = 'note'): Buffer {
  const pixels = Buffer.alloc(6)
  pixels[0] = 0x2f
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const extended = Buffer.alloc(10)
  extended[0] = 0x0c
  const chunks = [
    ...(more.length === 0 ? [] : [chunk('VP8X', extended)]),
    chunk('VP8L', pixels),
    ...more.map((name) => chunk(name, Buffer.from(note))),
  ]
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

import type { IncomingMessage } from 'node:http'

const formBytesMax = 16 * 1024

/** The fields of a form that was posted. Throws an Error of status 413 for a large one. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > formBytesMax) throw Object.assign(new Error('The form is too large.'), { status: 413, expose: true })
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

import type { IncomingMessage } from 'node:http'

/** The whole body; 'too-long' past `bytesMax`, as soon as that is known; 'gone' when the sender went away. */
export async function readBody(req: IncomingMessage, bytesMax: number): Promise<Buffer | 'too-long' | 'gone'> {
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return 'too-long'
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bytesMax) return 'too-long'
      chunks.push(chunk)
    }
  } catch {
    return 'gone'
  }
  return Buffer.concat(chunks)
}

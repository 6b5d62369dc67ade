import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

export type RecordingProxy = {
  readonly url: string
  readonly requests: readonly Recorded[]
  forget(): void
  /** Where requests go; settled when the server is up. */
  forwardTo(url: string): void
  /** Runs before a request is passed on: what happens between another client's read and write. */
  before: (request: Recorded) => Promise<void>
  stop(): Promise<void>
}

/** Stands between a client and the server, keeps a copy of all that the client sends, and changes nothing. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const requests: Recorded[] = []
  let target = ''
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await readAll(incoming)
      const headers = JSON.stringify(incoming.rawHeaders)
      const recorded = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers,
        body: body.toString('latin1'),
      }
      requests.push(recorded)
      await proxy.before(recorded)
      const passed = send(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      passed.on('error', () => outgoing.destroy())
      passed.end(body)
    })().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    forget: () => void requests.splice(0),
    forwardTo: (url) => void (target = url),
    before: () => Promise.resolve(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

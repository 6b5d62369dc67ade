import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver does with a message: answers, never answers, closes the connection, or answers without end. */
export type Behaviour =
  | { readonly status: number; readonly location?: string; readonly retryAfter?: number }
  | 'hang'
  | 'close'
  | 'flood'

export type ReceivedMessage = {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
  isSignedBy(secret: string): boolean
}

/** A real receiver of webhooks on 127.0.0.1. */
export type Receiver = {
  readonly url: string
  readonly port: number
  readonly got: readonly ReceivedMessage[]
  /** From the next message on. A list is for one message each, and then for the last of them again. */
  answers(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const got: ReceivedMessage[] = []
  let next: Behaviour[] = [{ status: 204 }]
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      got.push(received(request.headers, text))
      const [behaviour = 'hang'] = next
      if (next.length > 1) next = next.slice(1)
      behave(behaviour, response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    got,
    answers: (...behaviours) => void (next = behaviours),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function behave(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hang') return
  if (behaviour === 'close') return void response.destroy()
  if (behaviour === 'flood') return void response.end(Buffer.alloc(3_000_000, 'x'))
  const { status, location, retryAfter } = behaviour
  if (location !== undefined) response.setHeader('location', location)
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  response.writeHead(status).end()
}

/** Verifies as a receiver does: any of the signatures will do (Standard Webhooks 1.0.0). */
function received(headers: IncomingHttpHeaders, text: string): ReceivedMessage {
  const said = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  return {
    headers,
    text,
    body: JSON.parse(text) as ReceivedMessage['body'],
    isSignedBy(secret) {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      const wanted = `v1,${createHmac('sha256', key).update(said).digest('base64')}`
      return String(headers['webhook-signature']).split(' ').includes(wanted)
    },
  }
}

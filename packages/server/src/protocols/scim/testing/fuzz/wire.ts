import { Agent, request as open, type IncomingHttpHeaders } from 'node:http'

export type FuzzRequest = {
  readonly method: string
  /** After the base URL of the provider, encoded; of another provider or none with `place`. */
  readonly address: string
  /** Instead of `/scim/v2/{idpId}` of the sender. */
  readonly place?: string
  /** `authorization` only where it is not that of the sender. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Processor time of this process, which is server and client. */
  readonly processorMs: number
}

/** Who sends: the address of a provider's service, and a token. */
export type Sender = { readonly providerId: string; readonly token: string }

export type Wire = {
  send(request: FuzzRequest, sender: Sender): Promise<Answer>
  close(): void
}

/** Far above the time of any answer, also on a busy machine. */
const answerMaxMs = 60_000

/** A connection to a server on this machine. The path arrives as it is written, which `fetch` does not do. */
export function createWire(port: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (request, sender) =>
      new Promise((resolve, reject) => {
        const before = process.cpuUsage()
        const { method, body } = request
        const headers = {
          authorization: `Bearer ${sender.token}`,
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
          ...request.headers,
        }
        const options = {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path: pathOf(request, sender),
          headers,
          timeout: answerMaxMs,
        }
        const sent = open(options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const { user, system } = process.cpuUsage(before)
            const text = Buffer.concat(chunks).toString()
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              processorMs: (user + system) / 1000,
            })
          })
        })
        sent.on('timeout', () => sent.destroy(new Error('There was no answer.')))
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

export function pathOf({ address, place }: FuzzRequest, { providerId }: Pick<Sender, 'providerId'>): string {
  return (place ?? `/scim/v2/${providerId}`) + address
}

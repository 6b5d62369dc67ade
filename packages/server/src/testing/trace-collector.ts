import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a collector does with a message: answers with a status, never answers, or closes the connection. */
export type Behaviour = number | 'hang' | 'close'

export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentId: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly durationMs: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** Trace ids. */
  readonly links: readonly string[]
  readonly isFailed: boolean
}

/** A real receiver of OTLP over HTTP with protobuf, on 127.0.0.1. */
export type Collector = {
  readonly endpoint: string
  readonly spans: ReceivedSpan[]
  readonly resources: Readonly<Record<string, unknown>>[]
  /** Each message as it came. */
  readonly payloads: Buffer[]
  readonly headers: IncomingHttpHeaders[]
  answers(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const got = {
    spans: [] as ReceivedSpan[],
    resources: [] as Record<string, unknown>[],
    payloads: [] as Buffer[],
    headers: [] as IncomingHttpHeaders[],
  }
  let next: Behaviour = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces'
      if (!isTraces || request.headers['content-type'] !== 'application/x-protobuf')
        return void response.writeHead(404).end()
      const payload = Buffer.concat(parts)
      got.headers.push(request.headers)
      got.payloads.push(payload)
      if (next === 200) read(payload, got)
      behave(next, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...got,
    answers: (behaviour) => void (next = behaviour),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function behave(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hang') return
  if (behaviour === 'close') return void response.destroy()
  response.writeHead(behaviour, { 'Content-Type': 'application/x-protobuf' }).end()
}

/** The numbers of the fields are those of opentelemetry-proto (trace/v1/trace.proto, common/v1/common.proto). */
function read(payload: Buffer, got: { spans: ReceivedSpan[]; resources: Record<string, unknown>[] }): void {
  for (const resourceSpans of all(fieldsOf(payload), 1)) {
    for (const resource of all(resourceSpans, 1)) got.resources.push(attributesOf(all(resource, 1)))
    for (const scopeSpans of all(resourceSpans, 2)) got.spans.push(...all(scopeSpans, 2).map(spanOf))
  }
}

function spanOf(span: Fields): ReceivedSpan {
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: text(span, 5),
    kind: Number(span.get(6)?.[0] ?? 0),
    durationMs: Number((span.get(8)?.[0] as bigint) - (span.get(7)?.[0] as bigint)) / 1e6,
    attributes: attributesOf(all(span, 9)),
    links: all(span, 13).map((link) => hex(link, 1)),
    isFailed: all(span, 15).some((status) => status.get(3)?.[0] === 2n),
  }
}

function attributesOf(pairs: readonly Fields[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map((pair) => [text(pair, 1), valueOf(all(pair, 2)[0] ?? new Map())]))
}

function valueOf(value: Fields): unknown {
  const [kind, [found] = []] = [...value][0] ?? []
  if (kind === 1) return text(value, 1)
  if (kind === 2) return found === 1n
  if (kind === 5) return all(all(value, 5)[0] ?? new Map(), 1).map(valueOf)
  return Number(found)
}

/** The values of a message by the number of their field. */
type Fields = ReadonlyMap<number, (bigint | Buffer)[]>

const all = (fields: Fields, field: number): Fields[] => (fields.get(field) ?? []).map((one) => fieldsOf(one as Buffer))
const text = (fields: Fields, field: number): string => ((fields.get(field)?.[0] ?? '') as Buffer).toString()
const hex = (fields: Fields, field: number): string =>
  ((fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer).toString('hex')

/** The wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/). */
function fieldsOf(bytes: Buffer): Fields {
  const found = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at)
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const readers: Readonly<Record<number, () => bigint | Buffer>> = {
    0: varint,
    1: () => bytes.readBigUInt64LE((at += 8) - 8),
    2: () => {
      const length = Number(varint())
      return bytes.subarray(at, (at += length))
    },
    5: () => BigInt(bytes.readUInt32LE((at += 4) - 4)),
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const value = readers[key & 7]?.()
    if (value === undefined) throw new Error(`The wire type ${key & 7} is not known.`)
    found.set(key >> 3, [...(found.get(key >> 3) ?? []), value])
  }
  return found
}

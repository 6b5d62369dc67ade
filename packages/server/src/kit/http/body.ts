import type { BodyKind } from '@portico/core/contract'
import { fileBytesMax } from '@portico/core/contract'

import { jsonBounds, JsonFault, readJsonBytes } from '../json/read-json.ts'
import { charsetOf, type ReceivedDocument } from '../outbound/received-document.ts'
import { Failure, invalid } from './failure.ts'

/** Maximum bytes of a JSON or form body. */
export const bodyBytesMax = 262_144
/** The same where anyone may send one. */
export const openBodyBytesMax = 65_536
/** Maximum fields of a form. */
const formFieldsMax = 100

const mediaTypes: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  file: ['multipart/form-data'],
  // SOAP 1.1 requires text/xml; pysaml2 sends the type of SOAP 1.2, other libraries send application/xml.
  xml: ['text/xml', 'application/xml', 'application/soap+xml'],
}

export type ReadBody = {
  readonly value: unknown
  readonly form: ReadonlyMap<string, string | Blob>
  /** An XML body. */
  readonly document?: ReceivedDocument
}

/** Reads a body of the kind the endpoint takes; other media types, oversized and malformed bodies are refused by name. */
export async function readBody(request: Request, kind: BodyKind, bytesMax: number): Promise<ReadBody> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypes[kind].includes(type))
    throw new Failure(415, 'UNSUPPORTED_MEDIA_TYPE', { values: { expected: mediaTypes[kind].join(', ') } })
  // Multipart wraps the file in a few hundred bytes of headers.
  const max = kind === 'file' ? fileBytesMax + 4096 : bytesMax
  const bytes = await readBytes(request, max, kind)
  if (kind === 'json') return { value: parseJson(bytes), form: new Map() }
  if (kind === 'xml') {
    const charset = charsetOf(request.headers.get('content-type'))
    return { value: undefined, form: new Map(), document: { bytes, charset } }
  }
  if (kind === 'form') {
    const form = new Map<string, string>()
    for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
      // A repeated field is an attempt to have it read in two ways.
      if (form.has(name)) throw invalid([{ errorID: 'INVALID_VALUE', fieldID: name }])
      if (form.size >= formFieldsMax) throw new Failure(400, 'INVALID_REQUEST')
      form.set(name, value)
    }
    return { value: Object.fromEntries(form), form }
  }
  const form = new Map<string, string | Blob>(await parseMultipart(bytes, request.headers.get('content-type') ?? ''))
  return { value: Object.fromEntries(form), form }
}

async function readBytes(request: Request, max: number, kind: BodyKind): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    kind === 'file'
      ? invalid([{ errorID: 'FILE_TOO_LARGE', fieldID: 'file' }])
      : new Failure(413, 'BODY_TOO_LARGE', { values: { max } })
  const length = request.headers.get('content-length')
  if (Number(length ?? '0') > max) throw tooLarge()
  // Node.js ends a body at its announced length. Reading it whole avoids a web stream, which is slow to set up.
  if (length !== null && !request.headers.has('transfer-encoding')) {
    const whole = await request.arrayBuffer().catch(() => {
      throw bodyIncomplete()
    })
    const bytes = new Uint8Array(whole)
    if (bytes.byteLength > max) throw tooLarge()
    return bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const bytes of arriving(request)) {
    size += bytes.byteLength
    if (size > max) throw tooLarge()
    chunks.push(bytes)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The parts of a body as they arrive. Reading fails only where the sender, or a proxy, has closed the connection. */
export async function* arriving({ body }: Pick<Request, 'body'>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk as Uint8Array
  } catch {
    throw bodyIncomplete()
  }
}

const bodyIncomplete = () => new Failure(400, 'BODY_INCOMPLETE')

function parseJson(bytes: Uint8Array): unknown {
  try {
    return readJsonBytes(bytes)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    if (error.kind === 'syntax') throw new Failure(400, 'INVALID_JSON')
    throw new Failure(400, 'BODY_TOO_COMPLEX', { values: { depth: jsonBounds.depthMax, names: jsonBounds.namesMax } })
  }
}

async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<[string, string | Blob][]> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    return [...form.entries()]
  } catch {
    throw invalid([{ errorID: 'FILE_REQUIRED', fieldID: 'file' }])
  }
}

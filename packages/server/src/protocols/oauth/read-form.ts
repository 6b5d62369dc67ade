import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import { invalidRequest, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { bodyBytesMax } from './limits.ts'

/** A posted form: its fields, and the values of `resource`, which may be there several times (RFC 8707 section 2). */
export type Form = { readonly fields: ReadonlyMap<string, string>; readonly resources: readonly string[] }

/** Reads a posted form in which each field is there once, except `resource`; 'gone' when the sender went away. */
export async function readForm(req: IncomingMessage): Promise<Form | Refusal | 'gone'> {
  const body = await readBody(req)
  if (body === 'gone' || 'status' in body) return body
  return formIn(req.headers, body)
}

function formIn(headers: IncomingHttpHeaders, body: Buffer): Form | Refusal {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded')
    return invalidRequest('The body has to be application/x-www-form-urlencoded.')
  if (headers['content-encoding'] !== undefined) return invalidRequest('The body must not be compressed.')
  const fields = new Map<string, string>()
  const seen = new Set<string>()
  const resources = new Set<string>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (name === 'resource') {
      if (value !== '') resources.add(value)
      continue
    }
    if (seen.has(name)) return invalidRequest('A parameter is there twice.')
    seen.add(name)
    // RFC 6749 section 3.2: a parameter without a value counts as left out.
    if (value !== '') fields.set(name, value)
  }
  // As one text for readers of a single one: several are then none that exists.
  if (resources.size > 0) fields.set('resource', [...resources].join(' '))
  return { fields, resources: [...resources] }
}

/** The whole body, refused as soon as it is known to be too long; 'gone' when the sender went away. */
export async function readBody(req: IncomingMessage): Promise<Buffer | Refusal | 'gone'> {
  if (Number(req.headers['content-length'] ?? 0) > bodyBytesMax) return tooLong
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bodyBytesMax) return tooLong
      chunks.push(chunk)
    }
  } catch {
    return 'gone'
  }
  return Buffer.concat(chunks)
}

const tooLong: Refusal = { ...invalidRequest('The body is too long.'), status: 413 }

import type { ClientAuth } from 'openid-client'

import { readJson } from '../../kit/json/read-json.ts'
import { clientAuthentication } from './client-authentication.ts'
import { clientOf } from './client.ts'
import type { Flow } from './flow.ts'

/** The answer to a call as the client; `body` undefined: it is not a JSON object. */
export type ClientAnswer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/**
 * Posts a form to an endpoint of the provider as the client (RFC 6749 section 2.3, RFC 9126 section 2). The content type of the answer
 * does not matter; the caller checks its members. Throws when there is no answer.
 */
export async function callAsClient(
  flow: Flow,
  address: string,
  form: Readonly<Record<string, string>>,
): Promise<ClientAnswer> {
  const configuration = clientOf(flow)
  const body = new URLSearchParams(form)
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  })
  // Its type has no promise, but private_key_jwt signs asynchronously.
  const authenticate: (...all: Parameters<ClientAuth>) => unknown = clientAuthentication(flow)
  await authenticate(configuration.serverMetadata(), configuration.clientMetadata(), body, headers)
  const response = await flow.fetch(address, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body: body.toString(),
    signal: flow.signal,
  })
  return { status: response.status, body: jsonObject(await response.text()) }
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = readJson(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** The error and description of an error answer (RFC 6749 section 5.2), even if its members are malformed. */
export type SaidError = { readonly error: string | undefined; readonly description: string }

export function saidError({ body }: ClientAnswer): SaidError {
  return { error: textOf(body?.['error']), description: textOf(body?.['error_description']) ?? '' }
}

function textOf(member: unknown): string | undefined {
  if (member === undefined || member === null || member === '') return undefined
  return typeof member === 'string' ? member : JSON.stringify(member)
}

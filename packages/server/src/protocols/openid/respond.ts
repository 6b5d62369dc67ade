import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Answer } from '../../kit/http/route.ts'
import { postPage } from '../../kit/pages/continue.ts'
import type { ReturnAddress } from './authorization-request.ts'

export function redirect(res: ServerResponse, url: string, headers: readonly (readonly [string, string])[] = []): void {
  setAll(res, headers)
  res.writeHead(303, { Location: url, 'Cache-Control': 'no-store' }).end()
}

/** A page of this server; its headers replace those of the OAuth endpoints. */
export function sendPage(res: ServerResponse, { document, headers = [] }: Answer<unknown>, status = 200): void {
  setAll(res, headers)
  res.writeHead(status, { 'Content-Type': document?.type ?? 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(document?.text ?? '')
}

export function sendJson(res: ServerResponse, value: object): void {
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  })
  res.end(JSON.stringify(value))
}

function setAll(res: ServerResponse, headers: readonly (readonly [string, string])[]): void {
  const cookies = headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []))
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  for (const [name, value] of headers) if (name.toLowerCase() !== 'set-cookie') res.setHeader(name, value)
}

/** Sends an authorization response the way it was asked for; `iss` says who answers (RFC 9207). */
export function answerClient(
  res: ServerResponse,
  { redirectUri, mode, state }: ReturnAddress,
  answer: Readonly<Record<string, string>> & { readonly iss: string },
): void {
  const fields = { ...answer, ...(state !== undefined && { state }) }
  if (mode === 'form_post') return sendPage(res, postPage(redirectUri, fields))
  redirect(res, withQuery(redirectUri, fields))
}

/** An address with more fields in its query; the rest stays as it was registered. */
export function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`
}

/** The request of a browser, with its cookies and languages and nothing else of its headers. */
export function browserRequest(req: IncomingMessage, baseUrl: string): Request {
  const headers = new Headers()
  for (const name of ['cookie', 'accept-language', 'user-agent', 'origin', 'sec-fetch-site'] as const) {
    const value = req.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`${baseUrl}${req.url?.split('?', 1)[0] ?? '/'}`, { headers })
}

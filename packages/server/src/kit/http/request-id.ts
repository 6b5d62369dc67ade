import { uuidv7 } from '../identifiers.ts'

/** What proxies and tracing systems send: UUIDs, hex, `Root=1-67891233-abcdef`. Nothing that a log or a page could misread. */
const wellFormed = /^[\w.:;=/+@-]{1,128}$/

/** The sender's X-Request-Id where it is well formed, or a new one. */
export function requestIdFrom(header: string | string[] | null | undefined, nowMs: number): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : uuidv7(nowMs)
}

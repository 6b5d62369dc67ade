import { createHash } from 'node:crypto'

import { stale } from './failure.ts'

/** A strong ETag of a row's version (RFC 9110 section 8.8.3). */
export function etagOf(version: number | string): string {
  return `"${version}"`
}

/** Throws 412 where `If-Match` names another version; without the header, or with `*`, any version will do. */
export function checkVersion(ifMatch: string | undefined, version: number | string, type: string, id: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const wanted = ifMatch.split(',').map((tag) => tag.trim())
  if (!wanted.includes(etagOf(version))) throw stale(type, id)
}

/** The version of a small object that has no version column: a hash of its JSON. */
export function versionOfContent(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

import { apiPrefix, fillPath, type Endpoint, type FieldValue } from '@portico/core'

import { maskSecrets } from './mask.ts'
import type { Io } from '../io/io.ts'
import { pemFingerprint } from '../keys/pem-fingerprint.ts'
import { formatJson } from './print.ts'
import { neutralise } from '../io/neutralise.ts'

/** One request that a command would have sent. */
export type Planned = { readonly method: string; readonly path: string; readonly body?: unknown }

export type Change = { readonly field: string; readonly from: FieldValue; readonly to: FieldValue }

/** `query`: what the path carries after a question mark. */
export function planned(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  body?: unknown,
  query: Readonly<Record<string, string>> = {},
): Planned {
  const search = new URLSearchParams(query).toString()
  const path = apiPrefix + fillPath(endpoint.path, params) + (search === '' ? '' : `?${search}`)
  return body === undefined ? { method: endpoint.method, path } : { method: endpoint.method, path, body }
}

/** The fields of `after` whose value differs, in their order; a missing value is null. */
export function changesBetween(
  before: Readonly<Record<string, FieldValue | undefined>>,
  after: Readonly<Record<string, FieldValue | undefined>>,
): Change[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const from = before[field] ?? null
    const to = value ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

/** Prints the request without sending it: method, path, masked body, and the changed fields. `more`: additional fields of the JSON. */
export function printDryRun(
  requests: readonly Planned[],
  changes: readonly Change[],
  io: Io,
  json: boolean,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const shown = requests.map((request) => ({
    ...request,
    ...('body' in request ? { body: maskSecrets(request.body) } : {}),
  }))
  if (json) return io.stdout.write(formatJson({ dryRun: true, requests: shown, changes, ...more }, io))
  const lines = shown.flatMap(({ method, path, ...request }) => [
    `${method} ${path}`,
    ...('body' in request ? [`  ${neutralise(JSON.stringify(request.body, shortKey))}`] : []),
  ])
  for (const { field, from, to } of changes) lines.push(`  ${field}: ${valueText(from)} -> ${valueText(to)}`)
  if (shown.length === 0 && changes.length === 0) lines.push('Nothing would change.')
  io.stdout.write(lines.map((line) => `${line}\n`).join(''))
  io.stderr.write('Dry run: nothing was changed.\n')
}

function valueText(value: FieldValue): string {
  return value === null ? '(none)' : neutralise(JSON.stringify(value, shortKey))
}

/** A public key or certificate as its fingerprint, not its PEM text. */
function shortKey(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(value))
    return value
  return pemFingerprint(value) ?? value
}

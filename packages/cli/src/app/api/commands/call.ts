import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { apiPrefix, textOfFile } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { printDryRun } from '../../../kit/output/dry-run.ts'
import { safeText, safeXml } from '../../../kit/io/neutralise.ts'
import { printThroughJq } from '../../../kit/output/print.ts'
import { isErrno } from '../../../kit/storage/private-file.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const hint = 'portico api /portal/launcher'

type Options = CommonOptions & {
  method: string
  path: string
  input?: string
  field?: readonly string[]
  query?: readonly string[]
  header?: readonly string[]
  include?: boolean
  paginate?: boolean
}

/** One call by method and path, with the session's credential. Failures are handled as in other commands. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, say } = context
  const method = options.method.toUpperCase()
  if (!methods.includes(method)) fail('usage', phrase`METHOD is one of ${methods.join(', ')}.`, { hint })
  const path = withQuery(apiPath(options.path), options.query ?? [])
  const headers = headersOf(options.header ?? [])
  if (method === 'GET' && (options.input ?? options.field) !== undefined)
    fail('usage', 'A GET has no body. Name the method.', { hint: 'portico api POST PATH --input FILE' })
  if (options.paginate && method !== 'GET')
    fail('usage', '--paginate reads lists, so it needs GET.', { hint: 'portico api PATH --paginate' })
  const isJson = !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const body = await bodyOf(options, isJson, context)
  if (options.dryRun && method !== 'GET' && method !== 'HEAD') {
    const shown = body !== undefined && isJson ? (JSON.parse(body) as unknown) : body
    return printDryRun(
      [shown === undefined ? { method, path } : { method, path, body: shown }],
      [],
      io,
      options.json !== undefined,
    )
  }
  const server = await context.server()
  const { status, contentType, text } = options.paginate
    ? await (await import('./all-pages.ts')).readAllPages(server, path, headers)
    : await server.raw({ method, path, headers, body })
  if (options.include) say(`HTTP ${status} ${contentType}`.trim())
  if (text === '') return
  if (options.jq !== undefined) return printThroughJq(text, options.jq, io)
  const whole = text.endsWith('\n') ? text : `${text}\n`
  io.stdout.write(/\bxml\b/i.test(contentType) ? safeXml(whole) : safeText(whole, io))
}

/** Paths are those of the contract, with or without `/api` before them. */
function apiPath(path: string): string {
  if (!path.startsWith('/') || path.startsWith('//')) return fail('usage', 'PATH begins with one slash.', { hint })
  const url = new URL(path, 'http://localhost')
  const normal = url.pathname + url.search
  return normal === apiPrefix || normal.startsWith(`${apiPrefix}/`) ? normal : apiPrefix + normal
}

function withQuery(path: string, pairs: readonly string[]): string {
  const query = pairs.map((pair) => pairOf(pair, '=', '--query', 'NAME=VALUE').map(encodeURIComponent).join('='))
  return query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line) => pairOf(line, ':', '--header', '"NAME: VALUE"'))
  for (const [name, value] of pairs)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\u0020-\u007e]*$/.test(value))
      fail('usage', phrase`${name} is not a valid header.`)
  return Object.fromEntries(pairs)
}

function pairOf(text: string, mark: string, flag: string, form: string): [string, string] {
  const at = text.indexOf(mark)
  if (at <= 0) return fail('usage', phrase`${flag} takes ${form}, not ${text}.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** `--field` makes an object: a value that is valid JSON (a number, true, a list) is parsed, any other value is text. */
async function bodyOf(options: Options, isJson: boolean, { io }: CommandContext): Promise<string | undefined> {
  const { input, field } = options
  if (input !== undefined && field !== undefined)
    fail('usage', 'The body comes from --input or from --field, not both.')
  if (field !== undefined) {
    const pairs = field.map((text) => pairOf(text, '=', '--field', 'NAME=VALUE'))
    return JSON.stringify(
      Object.fromEntries(
        pairs.map(([name, value]) => [name, isJsonText(value) ? (JSON.parse(value) as unknown) : value]),
      ),
    )
  }
  if (input === undefined) return undefined
  const text = textOfFile(input === '-' ? await io.stdin.readAll() : bytesOf(resolve(io.cwd, input)))
  if (isJson && !isJsonText(text))
    fail('validation', 'The body is not valid JSON. A body of another form needs its Content-Type.', {
      errorID: 'INVALID_JSON',
      hint: 'portico api POST PATH --input FILE -H "Content-Type: text/plain"',
    })
  return text
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) return fail('validation', phrase`There is no file ${path}.`)
    return fail('validation', phrase`${path} cannot be read: ${(reason as Error).message}`)
  }
}

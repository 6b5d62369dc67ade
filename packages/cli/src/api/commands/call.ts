import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { apiPrefix } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { printDryRun } from '../../output/dry-run.ts'
import { onTerminal } from '../../output/print.ts'
import { isErrno } from '../../storage/private-file.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const hint = 'portico api GET /portal/launcher'

type Options = CommonOptions & { method: string; path: string; input?: string }

/** One call by method and path, with the session's credential. A failure ends like any other command's. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const method = options.method.toUpperCase()
  if (!methods.includes(method)) fail('usage', `METHOD is one of ${methods.join(', ')}.`, { hint })
  const path = apiPath(options.path)
  const body = options.input === undefined ? undefined : await readBody(options.input, context)
  if (options.dryRun && method !== 'GET' && method !== 'HEAD') {
    const request = body === undefined ? { method, path } : { method, path, body: JSON.parse(body) as unknown }
    return printDryRun([request], [], io, options.json !== undefined)
  }
  const server = await context.server()
  const { text } = await server.raw({ method, path, body })
  if (text !== '') io.stdout.write(onTerminal(text.endsWith('\n') ? text : `${text}\n`, io))
}

/** Paths are those of the contract, with or without `/api` before them. */
function apiPath(path: string): string {
  if (!path.startsWith('/') || path.startsWith('//')) return fail('usage', 'PATH begins with one slash.', { hint })
  const url = new URL(path, 'http://localhost')
  const normal = url.pathname + url.search
  return normal === apiPrefix || normal.startsWith(`${apiPrefix}/`) ? normal : apiPrefix + normal
}

async function readBody(input: string, { io }: CommandContext): Promise<string> {
  const text = input === '-' ? Buffer.from(await io.stdin.readAll()).toString('utf8') : textOf(resolve(io.cwd, input))
  try {
    JSON.parse(text)
  } catch {
    fail('validation', 'The body is not valid JSON.', { errorID: 'INVALID_JSON' })
  }
  return text
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) return fail('validation', `There is no file ${path}.`)
    return fail('validation', `${path} cannot be read: ${(reason as Error).message}`)
  }
}

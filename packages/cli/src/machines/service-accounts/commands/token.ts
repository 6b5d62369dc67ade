import { resolve } from 'node:path'

import { allAssignedApplications } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readKeyFile } from '../../../kit/credentials/key-file.ts'
import { issueToken } from '../../../kit/credentials/token.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { findAccount } from '../find.ts'

/** `key`: of the account, not of the caller. */
type Options = CommonOptions & { account: string; key: string; app?: readonly string[] }

/** Prints only an access token of an account to stdout; with `--json` the answer of the token endpoint (RFC 6749 section 5.1). */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, clock, randomId } = context
  const key = readKeyFile(resolve(io.cwd, options.key), context.warn)
  const server =
    settings.get('server') ?? fail('sign-in', 'No server is named.', { hint: 'portico login --server URL' })
  const account = isIdentifier(options.account) ? options.account : await idOf(options.account, context)
  const http = await context.connect(server)
  const ports = { http, now: () => clock.now(), randomId }
  const { fields } = await issueToken(
    { server, account, key, resources: options.app ?? [allAssignedApplications] },
    ports,
  )
  const { access_token: token, token_type: type, expires_in: life } = fields
  const text =
    options.json === undefined
      ? String(token)
      : JSON.stringify({ access_token: token, token_type: type, expires_in: life }, null, 2)
  io.stdout.write(`${text}\n`)
}

/** An id or URN needs no look-up, and so no rights. */
function isIdentifier(text: string): boolean {
  return /^(?:urn:portico:[a-z0-9-]+:service-account:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

async function idOf(name: string, context: CommandContext): Promise<string> {
  const server = await context.server()
  return (await findAccount(server, await currentEnvironment(server, context), name)).account.id
}

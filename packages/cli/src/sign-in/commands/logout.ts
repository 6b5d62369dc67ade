import { rmSync } from 'node:fs'

import { signOut } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { forgetCredential, readCredential, type Credential } from '../../credentials/store.ts'

/** Revokes the token at the server and forgets it here; the second happens also when the first cannot. */
export async function run(_options: CommonOptions, context: CommandContext): Promise<void> {
  const { paths, settings } = context
  const credential = readCredential(paths.credentials, settings.profile)
  rmSync(paths.cookies(settings.profile), { force: true })
  if (credential === undefined) return context.say(`Profile ${settings.profile} is not signed in.`)
  const revoked = await revoke(credential, context)
  await forgetCredential(paths.credentials, settings.profile)
  if (revoked) return context.say(`Signed out of ${credential.server}.`)
  context.warn(`${credential.server} could not revoke the token, which works until ${credential.expiresAt}.`)
  context.say('The token was forgotten on this machine.')
}

async function revoke(credential: Credential, context: CommandContext): Promise<boolean> {
  if (Date.parse(credential.expiresAt) <= context.clock.now()) return true
  const server = await context.serverWith(credential.server, credential.accessToken)
  const outcome = await server.attempt(signOut, { body: { 'X-CSRFToken': '' } })
  // 401: the server does not know the token any more, which is what was wanted.
  return outcome.ok || outcome.problem.kind === 'session-ended'
}

import { signOut } from '@portico/core'

import { forgetValues } from '../../../kit/command-kit/live-cache.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { report } from '../../../kit/output/report.ts'
import { forgetCredential, readCredential, type Credential } from '../../../kit/credentials/store.ts'
import { printLogoutPlan } from '../dry-run.ts'
import { endSession } from '../person/session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Ends session and token at the server and deletes them here, even if the server cannot be reached. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const { paths, settings } = context
  const { profile } = settings
  const credential = readCredential(paths.credentials, settings.profile)
  if (options.dryRun) return printLogoutPlan(options, context)
  forgetValues(context)
  const session = await endSession(options, context)
  if (session === 'not-reached')
    context.warn('The server could not end the session, which ends by itself when it is not used.')
  if (credential === undefined) {
    const sentence =
      session === undefined
        ? phrase`Profile ${settings.profile} is not signed in.`
        : session === 'ended'
          ? 'Signed out.'
          : 'The session was forgotten on this machine.'
    return report({ profile, ended: session === 'ended' }, sentence, options, context)
  }
  const revoked = await revoke(credential, context)
  await forgetCredential(paths.credentials, settings.profile)
  if (revoked) return report({ profile, ended: true }, phrase`Signed out of ${credential.server}.`, options, context)
  context.warn(phrase`${credential.server} could not revoke the token, which works until ${credential.expiresAt}.`)
  report({ profile, ended: false }, 'The token was forgotten on this machine.', options, context)
}

async function revoke(credential: Credential, context: CommandContext): Promise<boolean> {
  if (Date.parse(credential.expiresAt) <= context.clock.now()) return true
  const server = await context.serverWith(credential.server, credential.accessToken)
  const outcome = await server.attempt(signOut, { body: { 'X-CSRFToken': '' } })
  // 401: the server has already dropped the token.
  return outcome.ok || outcome.problem.kind === 'session-ended'
}

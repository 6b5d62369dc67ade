import { lintIdentityProvider, lintIdentityProviderDraft } from '@portico/core/contract'

import type { Deps } from '../../../kit/http/deps.ts'
import { notFound, tooManyRequests } from '../../../kit/http/failure.ts'
import { route } from '../../../kit/http/route.ts'
import type { Actor } from '../../../kit/http/actor.ts'
import { findProviderRow } from '../rows.ts'
import { lint } from './lint.ts'
import { draftSubject, savedSubject } from './subject.ts'

export const lintRoutes = [
  route(
    lintIdentityProvider,
    ['admin', 'support-reading', 'recovery', 'setup'],
    { 429: ['TOO_MANY_REQUESTS'] },
    async ({ tx, params, actor, deps }) => {
      const row = await findProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      const subject = await savedSubject(tx, row, deps)
      return { afterwards: async () => ({ value: { findings: await limitedLint(subject, actor, deps) } }) }
    },
  ),

  route(
    lintIdentityProviderDraft,
    ['admin', 'support-changing', 'recovery', 'setup', 'deactivated-tenant'],
    { 429: ['TOO_MANY_REQUESTS'] },
    async ({ tx, body, actor, deps }) => {
      const subject = await draftSubject(tx, body, deps)
      return { afterwards: async () => ({ value: { findings: await limitedLint(subject, actor, deps) } }) }
    },
  ),
]

/** Counted after the transaction: counting needs a separate connection. */
async function limitedLint(subject: Parameters<typeof lint>[0], actor: Actor, deps: Deps): ReturnType<typeof lint> {
  const wait = await deps.rateLimits.take('lint', actor.id)
  if (wait > 0) throw tooManyRequests(wait)
  return lint(subject, deps)
}

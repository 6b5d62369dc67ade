import { lintIdentityProvider, lintIdentityProviderDraft } from '@portico/core/contract'

import type { Deps } from '../../deps.ts'
import { notFound, tooManyRequests } from '../../http/failure.ts'
import { route } from '../../http/route.ts'
import type { Actor } from '../../sessions/actor.ts'
import { findProviderRow } from '../rows.ts'
import { lint } from './lint.ts'
import { draftSubject, savedSubject } from './subject.ts'

/** Each call makes this server ask the provider. */
const perActor = { attempts: 60, windowSecs: 60 }

export const lintRoutes = [
  route(lintIdentityProvider, 'admin', async ({ tx, params, actor, deps }) => {
    const row = await findProviderRow(tx, params.id)
    if (row === undefined) throw notFound()
    checkRate(actor, deps)
    const subject = await savedSubject(tx, row, deps)
    return { afterwards: async () => ({ value: { findings: await lint(subject, deps) } }) }
  }),

  route(lintIdentityProviderDraft, 'admin', async ({ tx, body, actor, deps }) => {
    checkRate(actor, deps)
    const subject = await draftSubject(tx, body, deps)
    return { afterwards: async () => ({ value: { findings: await lint(subject, deps) } }) }
  }),
]

function checkRate(actor: Actor, deps: Deps): void {
  const wait = deps.rateLimits.take('lint', actor.id, perActor)
  if (wait > 0) throw tooManyRequests(wait)
}

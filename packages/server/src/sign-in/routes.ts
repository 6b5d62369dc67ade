import { initiateLogin, login, oidcCallback, oidcFormCallback, signOut } from '@portico/core/contract'

import { openRoute, route } from '../http/route.ts'
import { endedSessionCookies } from '../sessions/cookies.ts'
import { endSession } from '../sessions/queries.ts'
import { revokeAccessToken } from '../tokens/access-tokens.ts'
import { finishOidc, receiveForm } from './oidc/finish.ts'
import { startAtProvider, startSignIn } from './start.ts'

export const signInRoutes = [
  openRoute(login, startSignIn),
  openRoute(initiateLogin, startAtProvider),
  openRoute(oidcCallback, finishOidc),
  openRoute(oidcFormCallback, receiveForm),

  route(signOut, 'signed-in', async ({ tx, actor, audit, deps }) => {
    if (actor.kind === 'service-account') {
      await revokeAccessToken(tx, actor.token.id)
      return { location: '/login/signed-out' }
    }
    await endSession(tx, actor.sessionHash)
    await audit({ action: 'session.end', target: { kind: 'user', id: actor.id, name: actor.name } })
    return { location: '/login/signed-out', headers: endedSessionCookies(deps.settings) }
  }),
]

import type { KoaContextWithOIDC } from 'oidc-provider'

import type { CheckedOidc } from '../config/checked.ts'
import { formPostPage } from '../pages/form-post.ts'
import { logoutPage } from '../pages/logout.ts'
import { pairwiseSubject } from './people.ts'

type Shown = { config: CheckedOidc; action: string; xsrf: string }

/**
 * The page between the request for a logout and its end. A request with the ID token of this session is
 * trusted, as at most real providers; any other request asks the person for confirmation (OpenID
 * Connect RP-Initiated Logout 1.0, section 2). `action` is a path, `xsrf` oidc-provider's token for this page.
 */
export function showLogout(context: KoaContextWithOIDC, { config, action, xsrf }: Shown): void {
  const company = config.name
  if (!asksForThePerson(context, config)) {
    context.body = logoutPage({ company, action, xsrf })
    return
  }
  // The application may lead on to anywhere, and browsers hold the policy against that too.
  const { body, headers } = formPostPage({ company, action, fields: { xsrf, logout: 'yes' }, leadsTo: ['*'] })
  context.set(headers)
  context.body = body
}

function asksForThePerson({ oidc }: KoaContextWithOIDC, config: CheckedOidc): boolean {
  const { session, client, entities } = oidc
  const hint = entities.IdTokenHint?.payload
  if (hint === undefined || client === undefined || session?.accountId === undefined) return false
  if (hint['sid'] !== undefined) return hint['sid'] === session.sidFor(client.clientId)
  const { accountId } = session
  return hint['sub'] === (config.pairwise ? pairwiseSubject(config.id, accountId, client.clientId) : accountId)
}

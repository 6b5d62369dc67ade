import { identityProviderList, listOf, matchByIdOrName } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'

/** `:scim NAME` opens SCIM of that provider, and without a name of the only one; else the list, where `u` opens it. */
export async function goToScim(app: App, argument: string): Promise<void> {
  const list = listOf(app.core, identityProviderList)
  if (list.getState().held === undefined) await list.open('')
  const held = list.getState().held ?? []
  const [found, ...more] = argument === '' ? held : matchByIdOrName(held, argument, (one) => [one.name])
  if (found !== undefined && more.length === 0) return app.go({ view: 'scim', id: found.id })
  app.go({ view: 'identity-providers' })
  app.state.getState().view.filter?.line.set(argument)
  app.say('Choose an identity provider, then press u.')
}

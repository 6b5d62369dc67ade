import { identityProviderList, listOf, type IdentityProvider } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'

type Provider = Pick<IdentityProvider, 'id' | 'name' | 'type'>

/** The identity providers of the tenant; undefined: there is none, or a failure was reported. */
export async function providersOf(app: App): Promise<readonly Provider[] | undefined> {
  const list = listOf(app.core, identityProviderList)
  if (list.getState().held === undefined) await list.open('')
  const { held } = list.getState()
  if (held?.length !== 0) return held
  app.say(app.words.say('idp.none'))
  return undefined
}

import { identityProviderList, listOf } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'

/** The provider that a screen of SCIM belongs to: for its title, its command and what it is drawn from. */
export function providerNamed({ core }: App, id: string) {
  const list = listOf(core, identityProviderList)
  const name = () => list.getState().held?.find((one) => one.id === id)?.name
  return {
    list,
    title: () => neutralise(name() ?? ''),
    /** As `--idp` takes it. */
    argument: () => name() ?? id,
    load: () => (name() === undefined ? list.open('') : undefined),
  }
}

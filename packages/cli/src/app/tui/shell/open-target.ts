import {
  createIdentityProviders,
  createServiceAccounts,
  matchRoute,
  type PaletteEntry,
  type PaletteTarget,
} from '@portico/core'

import { chooseType } from '../../../providers/identity-providers/screens/choose-type.ts'
import { deleteProviderDialog } from '../../../providers/identity-providers/screens/delete-provider.ts'
import { openApplication } from '../../../applications/launcher/screens/open-application.ts'
import { deleteAccountDialog } from '../../../machines/service-accounts/screens/delete-accounts.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { samePlace, type Place } from '../../../kit/terminal/app/place.ts'

const providers: Place = { view: 'identity-providers' }

/** Does what an entry of core's palette leads to: shows the screen of the same page, asks before a deletion, opens an application. */
export function openTarget(app: App, { label }: PaletteEntry, target: PaletteTarget): void {
  if (target.kind === 'application') return openApplication(app, target.application)
  if (target.kind === 'environment') return app.go({ view: 'service-accounts', environmentId: target.environment.id })
  if (target.kind !== 'page') return
  const [path = '', question] = target.path.split('?')
  const match = matchRoute(path)
  const { envId: environmentId = '', id = '', idpId = '', code = '', personId = '' } = match?.params ?? {}
  switch (match?.id) {
    case 'environmentSettings':
      return app.go({ view: 'service-accounts', environmentId })
    case 'serviceAccountCreate':
      return app.go({ view: 'service-account-create', environmentId })
    case 'serviceAccountEdit':
      if (question === undefined) return app.go({ view: 'service-account-edit', environmentId, id })
      return doAt(app, { view: 'service-accounts', environmentId }, app.writeRefusal(environmentId), () => {
        const remove = async () => void (await app.core.lazily(createServiceAccounts).remove(environmentId, id))
        app.openDialog(deleteAccountDialog(app, label, remove))
      })
    case 'identityProviderCreate':
      return doAt(app, providers, app.tenantRefusal(), () => chooseType(app))
    case 'identityProvider':
      if (question === undefined) return app.go({ view: 'identity-provider', id: idpId })
      return doAt(app, providers, app.tenantRefusal(), () => {
        const remove = async () => void (await app.core.lazily(createIdentityProviders).remove(idpId))
        app.openDialog(deleteProviderDialog(app, label, remove))
      })
    case 'person':
      return app.go({ view: 'person', id: personId })
    case 'signIn':
      return app.go({ view: 'sign-in', code })
    default:
  }
}

/** Goes to the list where the change is seen, and begins it there; says why if it is refused. */
function doAt(app: App, place: Place, refused: string | undefined, begin: () => void): void {
  app.go(place)
  if (refused !== undefined) return app.say(refused)
  const now = app.place()
  // With unsaved changes, the person is asked about those first.
  if (now !== undefined && samePlace(now, place)) begin()
}

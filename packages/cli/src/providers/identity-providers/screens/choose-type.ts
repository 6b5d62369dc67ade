import { identityProviderTypes, typeNames } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'

/** Asks for the type first: it determines the form's fields and cannot be changed later. */
export function chooseType(app: App): void {
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('idp.chooseType'),
      action: app.words.say('idp.continue'),
      items: identityProviderTypes.map((type) => ({
        id: type,
        label: typeNames[type].name.padEnd(20),
        note: type,
        help: typeNames[type].summary,
      })),
      pick: ([chosen]) => {
        app.closeDialog()
        const type = identityProviderTypes.find((one) => one === chosen)
        if (type === undefined) return app.say(app.words.say('IDP_TYPE'))
        app.go({ view: 'identity-provider-create', type })
      },
    }),
  )
}

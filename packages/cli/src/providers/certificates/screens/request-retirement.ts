import { createCertificates, type CertificateRow } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'

type Retired = Pick<CertificateRow, 'idp' | 'idpName' | 'slot' | 'subject' | 'fingerprint'>

/** Asks, and removes one of two certificates in effect (decision 81). */
export function requestRetirement(app: App, { idp, idpName, slot, subject, fingerprint }: Retired): void {
  const { words } = app
  app.openDialog(
    choiceDialog(app, {
      title: words.say('certificate.retireTitle'),
      lines: () =>
        [
          `${idpName}, ${words.say('certificate.slot', { slot })}`,
          subject ?? fingerprint,
          '',
          words.say('certificate.retireMessage'),
        ].map(neutralise),
      choices: [
        { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
        {
          key: 'r',
          label: words.say('certificate.retire'),
          run: async () => {
            app.closeDialog()
            await app.core.lazily(createCertificates).retire({ idp, fingerprint })
          },
        },
      ],
      cancel: () => app.closeDialog(),
    }),
  )
}

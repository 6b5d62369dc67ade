import { createCertificates, type CertificateRow } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

type Ends = Pick<CertificateRow, 'notAfter' | 'extendedUntil'>
type Wanted = Ends & Pick<CertificateRow, 'idp' | 'idpName' | 'slot' | 'subject' | 'fingerprint'>

/** Why an extension is not possible: the certificate is valid, or has already been extended (spec section 4). */
export function extensionRefusal(app: App, certificate: Ends | undefined): string | undefined {
  if (certificate === undefined) return 'No certificate is stored here.'
  const { notAfter, extendedUntil } = certificate
  if (notAfter === null || Date.parse(notAfter) > app.core.clock.now()) return app.words.say('EXTENSION_NOT_EXPIRED')
  return extendedUntil === null ? undefined : app.words.say('EXTENSION_USED')
}

/** Asks for a reason, which is recorded, and authorises an expired certificate for 72 more hours. */
export function requestExtension(app: App, certificate: Wanted, done: () => void | Promise<void>): void {
  const { idp, idpName, slot, subject, fingerprint, notAfter } = certificate
  app.openDialog(
    typedDialog(app, {
      title: app.words.say('certificate.extendTitle'),
      lines: [
        filled(phrase`${idpName}, signing certificate ${slot}`, app.words.text),
        filled(phrase`${subject ?? fingerprint}, expired on ${notAfter?.slice(0, 10) ?? ''}`, app.words.text),
        '',
        app.words.say('certificate.extendMessage'),
      ].map(neutralise),
      label: app.words.say('certificate.reason'),
      action: 'Authorise it',
      run: async (reason) => {
        if (reason === '') return app.say(app.words.say('REASON_REQUIRED'))
        app.closeDialog()
        const until = await app.core.lazily(createCertificates).extend({ idp, fingerprint, reason })
        if (until !== undefined) await done()
      },
    }),
  )
}

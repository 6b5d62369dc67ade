import {
  certificateList as listedCertificates,
  certificateNoun,
  createCertificates,
  fieldOf,
  listOf,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { extensionRefusal, requestExtension } from '../../identity-providers/screens/request-extension.ts'
import { requestRetirement } from './request-retirement.ts'

const narrow = ['provider', 'state', 'daysLeft', 'subject']
const middle = ['provider', 'slot', 'state', 'daysLeft', 'subject']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(certificateNoun, name) ?? [])

/** The expiry radar: all signing certificates, earliest expiry first. */
export function certificateList(app: App): View {
  return nounListView(app, {
    noun: certificateNoun,
    columns: (width) => named(width < 70 ? narrow : width < 100 ? middle : certificateNoun.columns),
    list: listOf(app.core, listedCertificates),
    empty: () => 'No identity provider has a signing certificate.',
    crumbs: () => [app.words.text(certificateNoun.labelPlural)],
    command: () => ['cert', 'list'],
    webPath: () => '/portal/admin/global-settings/identity-providers',
    bindings: (list) => {
      const noRow = () => (list.current() === undefined ? 'No certificate is selected.' : undefined)
      return [
        {
          id: 'certificate.provider',
          keys: ['enter', 'e'],
          label: 'Its identity provider',
          refused: noRow,
          run: () => {
            const row = list.current()
            if (row !== undefined) app.go({ view: 'identity-provider', id: row.idp })
          },
        },
        {
          id: 'certificate.extend',
          keys: ['h'],
          label: '72 more hours',
          refused: () => noRow() ?? app.tenantRefusal() ?? extensionRefusal(app, list.current()),
          run: () => {
            const row = list.current()
            if (row !== undefined) requestExtension(app, row, () => undefined)
          },
        },
        {
          id: 'certificate.refresh',
          keys: ['m'],
          label: 'Read metadata',
          refused: () =>
            noRow() ??
            app.tenantRefusal() ??
            (list.current()?.reading === undefined ? app.words.say('METADATA_URL_REQUIRED') : undefined),
          run: async () => {
            const row = list.current()
            if (row !== undefined) await app.core.lazily(createCertificates).refresh(row.idp)
          },
        },
        {
          id: 'certificate.retire',
          keys: ['d'],
          label: app.words.say('certificate.retire'),
          refused: () => noRow() ?? app.tenantRefusal(),
          run: () => {
            const row = list.current()
            if (row !== undefined) requestRetirement(app, row)
          },
        },
        {
          id: 'certificate.copy-fingerprint',
          keys: ['i'],
          label: 'Copy fingerprint',
          refused: noRow,
          run: () => {
            const row = list.current()
            if (row === undefined) return
            app.copy(row.fingerprint)
            app.say(app.words.say('tui.copied', { what: row.fingerprint }))
          },
        },
      ]
    },
  })
}

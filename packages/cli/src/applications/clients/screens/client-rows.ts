import {
  editedClientField,
  linesOf,
  shownClientFields,
  usesClientSecret,
  type ApplicationSignIn,
  type ClientEditor,
  type ClientValues,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { RowOf } from '../../../kit/terminal/form/fields-form-view.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

/** A value that is entered at the application. */
export type OurValue = { readonly id: string; readonly label: string; readonly value: string }

/** The fields of the protocol that is chosen; once it is registered, the values for the application and its secret. */
export function clientRows(app: App, editor: ClientEditor, rowOf: RowOf<ClientValues>): readonly FormRow[] {
  const { words } = app
  const { form, stored } = editor.getState()
  const warning = editor.warning()
  const isRemoving = form.values.protocol === 'none' && stored?.config != null
  return [
    { kind: 'note', id: 'lead', text: words.say('clients.lead') },
    ...shownClientFields(form.values).map((shown) => {
      const field = editedClientField(shown)
      const count = shown.kind === 'pems' ? linesOf(field, form.values).length : 0
      const help = words.find(`clients.hint.${shown.name}`)
      return rowOf(field, count === 0 ? { help } : { help, shown: words.say('clients.pems', { count }) })
    }),
    ...(warning === undefined
      ? []
      : [{ kind: 'note', id: 'warning', text: neutralise(warning), look: 'warn' } as const]),
    ...(isRemoving
      ? [{ kind: 'note', id: 'removing', text: words.say('clients.removeHint'), look: 'warn' } as const]
      : []),
    ...(stored?.config == null ? [] : registeredRows(app, editor, stored)),
  ]
}

function registeredRows(app: App, editor: ClientEditor, stored: ApplicationSignIn): readonly FormRow[] {
  const { words } = app
  const { config, certificates, secretMadeAt, previousSecretUntil } = stored
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const secretRow = (): FormRow => ({
    kind: 'field',
    id: 'secret',
    label: words.say('clients.secret'),
    shown:
      secretMadeAt === null
        ? words.say('clients.secretNone')
        : words.say('clients.secretMade', { at: time.format(new Date(secretMadeAt)) }),
    warning:
      previousSecretUntil === null
        ? undefined
        : words.say('clients.secretPrevious', { at: time.format(new Date(previousSecretUntil)) }),
  })
  return [
    { kind: 'heading', id: 'our', text: words.say('clients.our') },
    ...ourValuesOf(app, editor).map(({ id, label, value }): FormRow => ({
      kind: 'field',
      id,
      label,
      shown: neutralise(value),
    })),
    ...(config !== null && usesClientSecret(config) ? [secretRow()] : []),
    ...certificates.map(({ subject, notAfter }, at): FormRow => {
      const until = notAfter === null ? '' : words.say('clients.until', { at: day.format(new Date(notAfter)) })
      return {
        kind: 'field',
        id: `certificate ${at}`,
        label: words.say('clients.certificate'),
        shown: [neutralise(subject ?? ''), until].filter(Boolean).join(', '),
        warning:
          notAfter !== null && Date.parse(notAfter) <= app.core.clock.now()
            ? words.say('clients.certificateOver')
            : undefined,
      }
    }),
  ]
}

/** What is entered at the application, of the protocol that is registered. */
export function ourValuesOf({ words }: App, editor: ClientEditor): readonly OurValue[] {
  const { stored } = editor.getState()
  if (stored?.config == null) return []
  const { config, clientId, provider } = stored
  const values =
    config.protocol === 'saml'
      ? ([
          ['metadata', provider.samlEntityId],
          ['entityId', provider.samlEntityId],
          ['sso', provider.samlSsoUrl],
          ['slo', provider.samlSloUrl],
        ] as const)
      : ([
          ['clientId', clientId ?? ''],
          ['issuer', provider.issuer],
          ['discovery', provider.discoveryUrl],
        ] as const)
  return values.map(([name, value]) => ({ id: `our ${name}`, label: words.say(`clients.our.${name}`), value }))
}

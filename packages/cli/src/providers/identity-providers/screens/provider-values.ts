import {
  certificateViewOf,
  daysUntil,
  expiringDays,
  textOf,
  type CertificateFacts,
  type ConfigField,
  type ProviderFormState,
  type Words,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { certificateText } from './certificate-text.ts'

/** A value in one line, with notes. */
export type ShownValue = { readonly text: string; readonly warning?: string | undefined }

/** The display value of a configuration field; `text` is empty if it is not set. */
export function valueOf(
  app: App,
  field: ConfigField,
  { state, certificates }: { readonly state: ProviderFormState; readonly certificates: readonly CertificateFacts[] },
): ShownValue {
  const value = state.values[field.name]
  if (field.kind === 'secret') return { text: secretText(app.words, field.name, state) }
  if (field.kind === 'flag')
    return {
      text: value === true ? `${app.glyphs.yes} ${app.words.text('on')}` : `${app.glyphs.no} ${app.words.text('off')}`,
    }
  const text = String(value ?? '').trim()
  const now = app.core.clock.now()
  if (field.kind === 'certificate' && text !== '') {
    const { facts } = certificateViewOf(field.name, state, certificates)
    return certificateText(text, facts, { now, words: app.words })
  }
  if (field.kind === 'days' && field.name.endsWith('EndsOn')) return { text, warning: endWarning(app, field, text) }
  // A list of transforms has a line for each.
  return { text: textOf(field, value).replaceAll('\n', ', then ') }
}

/** A warning if a secret has expired or expires soon. */
function endWarning({ words, core }: App, { name, label }: ConfigField, day: string): string | undefined {
  const at = Date.parse(day)
  if (Number.isNaN(at)) return undefined
  const now = core.clock.now()
  const days = daysUntil(day, now)
  const what = words.find(`idp.end.${name.replace(/EndsOn$/, '')}`) ?? label
  if (at <= now) return words.say('idp.endedAgo', { what, days: -days })
  return days > expiringDays ? undefined : words.say('idp.endsIn', { what, days })
}

function secretText(words: Words, name: string, { secrets, fetched }: ProviderFormState): string {
  const edit = secrets[name] ?? { do: 'keep' }
  const isStored = fetched.stored.includes(name)
  if (edit.do === 'forget') return words.say('secret.forgotten')
  if (edit.do === 'replace' && edit.text !== '') return words.text(isStored ? 'will be replaced' : 'will be stored')
  return isStored ? words.text('stored') : ''
}

import {
  provisioningFailureInWords,
  provisioningFields,
  provisioningNoun,
  provisioningState,
  provisioningStateInWords,
  type Provisioning,
  type ProvisioningEditor,
  type ProvisioningValues,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { RowOf } from '../../../kit/terminal/form/fields-form-view.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

/** The fields; once people are sent, how far that is. */
export function provisioningRows(
  app: App,
  editor: ProvisioningEditor,
  rowOf: RowOf<ProvisioningValues>,
): readonly FormRow[] {
  const { words } = app
  const { form, stored } = editor.getState()
  const isTokenKept = stored?.config != null
  return [
    { kind: 'note', id: 'lead', text: words.say('provisioning.lead') },
    ...provisioningFields.map((field) => {
      const { name } = field
      if (name !== 'bearerToken' || !isTokenKept) return rowOf(field, { help: words.find(`provisioning.hint.${name}`) })
      const help = words.say('provisioning.tokenKept')
      return rowOf(field, form.values[name] === '' ? { help, shown: words.say('provisioning.tokenStored') } : { help })
    }),
    ...(isTokenKept ? progressRows(app, stored) : []),
  ]
}

function progressRows({ words }: App, stored: Provisioning): readonly FormRow[] {
  const number = new Intl.NumberFormat(words.locale)
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const at = (text: string | null) => (text === null ? words.say('provisioning.notYet') : time.format(new Date(text)))
  const labelOf = (name: string) =>
    words.text(provisioningNoun.fields.find((field) => field.name === name)?.label ?? name)
  const row = (name: string, shown: string, warning?: string): FormRow => ({
    kind: 'field',
    id: name,
    label: labelOf(name),
    shown,
    warning,
  })
  const { lastFailure, nextAttemptAt, people, groups, behind, removals, takeovers } = stored
  const state = provisioningState(stored)
  const isRefused = state === 'refused'
  const brief = isRefused ? words.say('provisioning.failing') : words.say('provisioning.state.off')
  const why = lastFailure === null ? undefined : neutralise(provisioningFailureInWords(lastFailure, words))
  // A warning wraps on a narrow screen; a value is cut.
  const sentence = [provisioningStateInWords(stored, words), isRefused ? why : undefined].filter(Boolean).join(' ')
  return [
    { kind: 'heading', id: 'progress', text: words.say('provisioning.progress') },
    state === 'on' || state === 'off' || state === 'retrying'
      ? row('state', provisioningStateInWords(stored, words))
      : row('state', brief, sentence),
    row('people', number.format(people)),
    ...(stored.config?.sendGroups === true ? [row('groups', number.format(groups))] : []),
    row('behind', number.format(behind)),
    ...(takeovers > 0 ? [row('takeovers', number.format(takeovers), words.say('provisioning.takeoversLead'))] : []),
    ...(removals > 0 ? [row('removals', number.format(removals))] : []),
    row('comparedAt', at(stored.comparedAt)),
    row('lastSentAt', at(stored.lastSentAt)),
    ...(nextAttemptAt === null ? [] : [row('nextAttemptAt', at(nextAttemptAt))]),
    ...(why === undefined || isRefused ? [] : [row('lastFailure', why)]),
  ]
}

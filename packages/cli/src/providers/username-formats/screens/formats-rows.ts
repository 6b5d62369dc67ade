import { domainKinds, formatKinds, formatText, type FormatKind, type UsernameFormatsEditor } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

export const addWords = {
  suffixes: 'formats.addSuffixes',
  prefixes: 'formats.addPrefixes',
  emailDomains: 'formats.addEmailDomains',
} as const
export const hintWords = {
  suffixes: 'formats.suffixesHint',
  prefixes: 'formats.prefixesHint',
  emailDomains: 'formats.emailDomainsHint',
} as const

export function formatRowId(kind: FormatKind, value: string): string {
  return `${kind} ${value}`
}

/** The lists, each with a row for adding; new formats are marked, conflicts name the other provider. */
export function formatRows({ words }: App, editor: UsernameFormatsEditor): readonly FormRow[] {
  const { form: state } = editor.getState()
  const isEmpty = formatKinds.every((kind) => state[kind].length === 0)
  const closes = editor.violations().some(({ errorID }) => errorID === 'FORMATS_PRIMARY')
  return [
    isEmpty
      ? {
          kind: 'note',
          id: 'note none',
          text: `${words.say('formats.none')}. ${words.say(closes ? 'FORMATS_PRIMARY' : 'formats.needed')}`,
          look: 'warn',
        }
      : { kind: 'note', id: 'note lead', text: words.say('formats.lead') },
    ...domainKinds.flatMap((kind): readonly FormRow[] => [
      { kind: 'heading', id: `heading ${kind}`, text: words.say(kind) },
      ...state[kind].map((value): FormRow => {
        const id = formatRowId(kind, value)
        const isNew = !state.fetched[kind].includes(value)
        return {
          kind: 'field',
          id,
          label: formatText(kind, value),
          shown: isNew ? words.say('formats.new') : '',
          isDefault: true,
          problem: editor.problemWith(kind, value),
        }
      }),
      { kind: 'action', id: `add ${kind}`, text: `+ ${words.say(addWords[kind])}` },
    ]),
  ]
}

import {
  fieldOf,
  formatKinds,
  formatText,
  identityProviderNoun,
  typeNames,
  type Field,
  type IdentityProvider,
  type Words,
} from '@portico/core'

/** Below this, types are shown by their short names. */
const wideFrom = 70

/** The columns of the list: what tells providers apart, and what is wrong with one. */
export function providerColumns(words: Words, width: number): readonly Field<IdentityProvider>[] {
  const own = (name: string) => fieldOf(identityProviderNoun, name) ?? []
  return [
    own('name'),
    {
      name: 'typeName',
      label: 'Type',
      kind: 'text' as const,
      summary: 'The type as people know it',
      value: (row: IdentityProvider) => (width < wideFrom ? row.type : typeNames[row.type].name),
    },
    {
      name: 'state',
      label: 'State',
      kind: 'text' as const,
      summary: 'Primary, waiting to become it, switched off',
      value: stateOf,
    },
    own('expiresAt'),
    {
      name: 'formats',
      label: 'Username formats',
      kind: 'list' as const,
      summary: 'Domains whose people sign in with it',
      value: (row: IdentityProvider) => formatTexts(row, words),
    },
  ].flat()
}

/** `primary, switch pending, off`; `on` where there is nothing else to say. */
export function stateOf({ primary, pendingSwitch, enabled }: IdentityProvider): string {
  const said = [primary ? 'primary' : '', pendingSwitch ? 'switch pending' : '', enabled ? '' : 'off'].filter(Boolean)
  return said.join(', ') || 'on'
}

function formatTexts(row: IdentityProvider, words: Words): readonly string[] {
  const texts = formatKinds.flatMap((kind) => row[kind].map((value) => formatText(kind, value)))
  return texts.length === 0 ? [words.say('formats.none')] : texts
}

import {
  expirationsOf,
  fieldOf,
  formatKinds,
  formatText,
  identityProviderNoun,
  signsIn,
  typeNames,
  type IdentityProvider,
  type Words,
} from '@portico/core'

import type { Column as ListColumn } from '../../../kit/terminal/list/list-sort.ts'

/** Minimum width in cells for the formats column and for full type names. */
const formatsFrom = 70
const typeNamesFrom = 90

type Column = ListColumn<IdentityProvider>

/** The columns of the list: what distinguishes providers, and their problems. `now`: ms since the epoch. */
export function providerColumns(words: Words, now: number, width: number): readonly Column[] {
  const type: Column = {
    name: 'typeName',
    sortBy: 'type',
    label: words.say('idp.type'),
    kind: 'text',
    summary: 'The type as people know it',
    value: (row) => (width < typeNamesFrom ? row.type : typeNames[row.type].name),
  }
  const state: Column = {
    name: 'state',
    label: words.say('idp.state'),
    kind: 'text',
    summary: 'Primary, waiting to become it, switched off, expired',
    value: (row) =>
      stateWords(row, now, width < formatsFrom)
        .map((word) => words.text(word))
        .join(', '),
    status: (row) => stateOf(row, now, width < formatsFrom),
  }
  const days: Column = {
    name: 'days',
    sortBy: 'expiresAt',
    label: 'Days left',
    kind: 'number',
    summary: 'Whole days until the first of its certificates and secrets ends',
    value: (row) => expirationsOf(row, now)[0]?.days ?? null,
  }
  const formats: Column = {
    name: 'formats',
    sortBy: 'suffixes',
    label: words.say('idp.formats'),
    kind: 'list',
    summary: 'Domains whose people sign in with it',
    value: (row) => formatTexts(row, words),
  }
  const name = [fieldOf(identityProviderNoun, 'name') ?? []].flat()
  return [...name, type, state, days, ...(width < formatsFrom ? [] : [formats])]
}

/** `primary, draft, off, expired`; `on` if nothing else applies. */
export function stateOf(provider: IdentityProvider, now: number, withFormats: boolean): string {
  return stateWords(provider, now, withFormats).join(', ')
}

function stateWords(provider: IdentityProvider, now: number, withFormats: boolean): readonly string[] {
  const { primary, pendingSwitch, draft, live } = provider
  const [end] = expirationsOf(provider, now)
  const hasFormats = formatKinds.some((kind) => provider[kind].length > 0)
  const said = [
    primary ? 'primary' : '',
    pendingSwitch ? 'switch pending' : '',
    draft === null ? '' : live === null ? 'not kept' : 'draft',
    signsIn(provider) || live === null ? '' : 'off',
    end?.state === 'expired' || end?.state === 'extended' ? end.state : '',
    withFormats && !hasFormats ? 'no formats' : '',
  ]
  const shown = said.filter(Boolean)
  return shown.length === 0 ? ['on'] : shown
}

function formatTexts(row: IdentityProvider, words: Words): readonly string[] {
  const texts = formatKinds.flatMap((kind) => row[kind].map((value) => formatText(kind, value)))
  return texts.length === 0 ? [words.say('formats.none')] : texts
}

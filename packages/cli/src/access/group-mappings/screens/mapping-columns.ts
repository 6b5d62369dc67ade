import { fieldOf, mappingNoun, type Mapping, type Words } from '@portico/core'

import type { Column } from '../../../kit/terminal/list/list-sort.ts'

/** Below this width, application and role share a column. */
const wideFrom = 70

/** The columns of the list, which the server sorts by application and role. */
export function mappingColumns(words: Words, width: number): readonly Column<Mapping>[] {
  const own = (name: string): readonly Column<Mapping>[] => {
    const field = fieldOf(mappingNoun, name)
    return field === undefined ? [] : [field]
  }
  if (width < wideFrom) return [...own('name'), ...own('groups')]
  return [
    ...own('application').map((field): Column<Mapping> => ({
      ...field,
      sortBy: 'name',
      value: (row) => row.appLabel ?? kindOf(row, words),
    })),
    ...own('role').map((field): Column<Mapping> => ({
      ...field,
      sortBy: '',
      value: (row) => (row.kind === 'application' ? words.say('mapping.withoutRole') : row.label),
    })),
    ...own('groups'),
  ]
}

/** In the column of the application, which these do not have. */
const kindLabels = { 'portal-role': 'Portal role', 'tenant-role': 'Custom role' } as const

function kindOf({ kind }: Mapping, words: Words): string | null {
  return kind === 'portal-role' || kind === 'tenant-role' ? words.text(kindLabels[kind]) : null
}

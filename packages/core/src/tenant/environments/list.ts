import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listAdminEnvironments } from './contract.ts'
import { environmentNoun, type EnvironmentRow } from './noun.ts'
import { environmentSections } from './sections.ts'

export type EnvironmentFilter = {
  /** Id of the environment to mark as the one to work in. */ readonly selected?: string | undefined
}

/** The environments of the tenant: production first, each part by name (spec section 2). */
export const environmentList: ListedNoun<EnvironmentRow, EnvironmentFilter> = {
  noun: environmentNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  filterRows: (rows, { selected }) =>
    selected === undefined ? rows : rows.map((row) => (row.id === selected ? { ...row, selected: true } : row)),
  order(rows) {
    const { production, nonProduction } = environmentSections(rows)
    return [...production, ...nonProduction]
  },
  async fetchPage({ client }, { signal }) {
    const outcome = await client.call(listAdminEnvironments, { signal })
    return wholePage(
      mapped(outcome, ({ environments }) => ({ rows: environments.map((one) => ({ ...one, selected: false })) })),
    )
  },
}

import { orderByName, folded } from '../../kit/lists/order.ts'
import type { ListedNoun } from '../../kit/lists/listed.ts'
import { providerGroupList } from '../../people/groups/list.ts'
import type { Group } from '../../people/groups/contract.ts'
import type { MappedGroup, Mapping } from './contract.ts'
import { mappingList, type MappingFilter } from './list.ts'

/** Mappings against groups: `rows[n].has(group.id)` says whether row n has the group. */
export type MappingMatrix = {
  /** Every group that some row has, by provider and name. */
  readonly groups: readonly MappedGroup[]
  readonly rows: readonly { readonly mapping: Mapping; readonly groupIds: ReadonlySet<string> }[]
}

/** `idp`: only groups of this provider. The rows keep their order. */
export function mappingMatrix(mappings: readonly Mapping[], idp?: string): MappingMatrix {
  const groups = new Map<string, MappedGroup>()
  for (const mapping of mappings)
    for (const group of mapping.groups) if (idp === undefined || group.idp === idp) groups.set(group.id, group)
  const byName = orderByName([...groups.values()], ({ name }) => name)
  return {
    groups: orderByName(byName, ({ idpName }) => idpName),
    rows: mappings.map((mapping) => ({ mapping, groupIds: new Set(mapping.groups.map(({ id }) => id)) })),
  }
}

/** Rows and columns that a face draws of a matrix at a time, so that no tenant makes it slow. */
export const matrixRowsMax = 50
export const matrixColumnsMax = 15

/** The rows of a matrix: those of {@link mappingList}, a shorter page at a time. */
export const matrixRows: ListedNoun<Mapping, MappingFilter, 'name'> = { ...mappingList, pageLength: matrixRowsMax }

/** All groups of one provider, which is the scope, as columns: searched and paged by the server. */
export const matrixColumns: ListedNoun<Group> = {
  noun: { fields: [], columns: [], wideColumns: [] },
  idOf: ({ id }) => id,
  searchedBy: 'server',
  noFilter: {},
  pageLength: matrixColumnsMax,
  fetchPage: (parts, request) => providerGroupList.fetchPage(parts, { ...request, sort: '' }),
}

/** The groups that are mapped in these rows, as columns: those whose name or spelling contains the text. */
export function mappedColumns(mappings: readonly Mapping[], search: string): readonly MappedGroup[] {
  const text = folded(search.trim())
  const { groups } = mappingMatrix(mappings)
  return text === '' ? groups : groups.filter(({ name, claim }) => folded(`${name}\n${claim}`).includes(text))
}

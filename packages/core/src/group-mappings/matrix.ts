import { orderByName } from '../lists/order.ts'
import type { MappedGroup, Mapping } from './contract.ts'

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

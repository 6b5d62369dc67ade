import { isDeepStrictEqual } from 'node:util'

type Fields = Readonly<Record<string, unknown>>

/** Whether these fields still have the values that the change gave them. */
export function isStill(present: Fields, after: Fields): boolean {
  return Object.entries(after).every(([name, value]) =>
    isDeepStrictEqual(comparable(name, present[name]), comparable(name, value)),
  )
}

/** Groups and roles as sets of ids, because their names can change and their order has no meaning. A missing value is null. */
function comparable(name: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null
  const items = value as readonly Fields[]
  if (name === 'tenantGroups') return items.flatMap(({ groups }) => (groups as readonly Fields[]).map(idOf)).toSorted()
  if (name === 'groups') return items.map(idOf).toSorted()
  return name === 'dependencies'
    ? items.map((one) => `${textOf(one['appId'])} ${textOf(one['name'])}`).toSorted()
    : items
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const idOf = ({ id }: Fields) => textOf(id)

/** The body of the ordinary change: the present values, with the earlier values of the reverted fields. */
export function revertBody(present: Fields, before: Fields): Fields {
  const { tenantGroups, dependencies, groups } = before
  return {
    ...present,
    ...before,
    ...(Array.isArray(tenantGroups) && { tenantGroups: tenantGroups.map(withIds) }),
    ...(Array.isArray(groups) && { groups: groups.map(idOf) }),
    ...(Array.isArray(dependencies) && {
      dependencies: (dependencies as readonly Fields[]).map(({ appId, name }) => ({ appId, name })),
    }),
  }
}

function withIds({ idp, groups }: Fields) {
  return { idp, groups: Array.isArray(groups) ? (groups as readonly Fields[]).map(idOf) : [] }
}

import { portalAppId } from '../applications/contract.ts'
import { orderByName } from '../../kit/lists/order.ts'
import type { LauncherApplication } from './contract.ts'
import { filterApplications } from './filter.ts'

export type LauncherSection = {
  readonly id: 'favourites' | 'recent' | 'all'
  readonly applications: readonly LauncherApplication[]
}

type Arrangement = { readonly [Part in 'favourites' | 'recent' | 'order']: readonly string[] }

/** Maximum number of applications under "recent": one row of a wide screen. */
const recentShown = 6

/**
 * The launcher's sections, in the order shown: favourites, recently opened (without favourites), and all. With a
 * filter there is one section with the matches. Empty sections are left out.
 */
export function launcherSections(
  applications: readonly LauncherApplication[],
  { favourites, recent, order }: Arrangement,
  filter: string,
): readonly LauncherSection[] {
  if (filter.trim() !== '') return shown([{ id: 'all', applications: filterApplications(applications, filter) }])
  const byId = new Map(applications.map((one) => [one.id, one]))
  const those = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const other = recent.filter((id) => !favourites.includes(id))
  return shown([
    { id: 'favourites', applications: those(favourites) },
    { id: 'recent', applications: those(other).slice(0, recentShown) },
    { id: 'all', applications: inOwnOrder(applications, order) },
  ])
}

/** The person's order; applications that are not in it follow by name, except that the portal is first (spec section 4). */
export function inOwnOrder(
  applications: readonly LauncherApplication[],
  order: readonly string[],
): readonly LauncherApplication[] {
  const places = new Map(order.map((id, at) => [id, at]))
  return orderByName(
    applications,
    ({ label }) => label,
    ({ id }) => places.get(id) ?? (id === portalAppId ? -1 : order.length),
  )
}

/** The ids after moving `id` to the position `to`, counted from 0. */
export function moved(ids: readonly string[], id: string, to: number): readonly string[] {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id)
}

function shown(sections: readonly LauncherSection[]): readonly LauncherSection[] {
  return sections.filter(({ applications }) => applications.length > 0)
}

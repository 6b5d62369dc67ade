import {
  adminTabId,
  orderByName,
  filterApplications,
  type AdminEnvironment,
  type LauncherApplication,
  type ModuleRoute,
  type PortalUser,
  type Words,
} from '@portico/core'

import { createAccountPath, environmentPath, environmentTabs } from '../environments/admin-paths.ts'
import { safeHref } from '../navigation/safe-href.ts'

/** `urn` is searched in addition to the label, and shown in small type. */
export type Entry = {
  readonly id: string
  readonly label: string
  readonly urn: string
} & (
  | { readonly kind: 'place'; readonly path: string }
  | { readonly kind: 'application'; readonly href: string }
  | { readonly kind: 'action'; readonly does: 'signOut' | 'showKeys' }
)

export type Sources = {
  readonly words: Words
  readonly origin: string
  readonly user: PortalUser | undefined
  readonly modules: readonly ModuleRoute[]
  readonly environments: readonly AdminEnvironment[]
  readonly applications: readonly LauncherApplication[]
}

/** All pages, applications and actions, in this order. */
export function allEntries({ words, origin, user, modules, environments, applications }: Sources): Entry[] {
  const place = (label: string, path: string): Entry => ({ id: `place ${path}`, kind: 'place', label, urn: '', path })
  const within = (what: string, name: string) => words.say('palette.inEnvironment', { what, name })
  const sorted = orderByName(environments, ({ name }) => name)
  return [
    ...(user?.routes ?? []).filter((tab) => tab.id !== adminTabId).map((tab) => place(tab.label, tab.path)),
    ...modules.map((module) => place(module.label, module.href)),
    ...sorted.flatMap(({ id, name, readonly }) => [
      ...environmentTabs.map((tab) => place(within(words.say(`environments.${tab}`), name), environmentPath(id, tab))),
      ...(readonly ? [] : [place(within(words.say('serviceAccount.create'), name), createAccountPath(id))]),
    ]),
    place(words.say('portal.switchEnvironment'), '/portal/environments'),
    ...applications.flatMap(({ id, label, urn, launchUrl }): Entry[] => {
      const href = safeHref(launchUrl, origin)
      return href === undefined ? [] : [{ id: `application ${id}`, kind: 'application', label, urn, href }]
    }),
    { id: 'keys', kind: 'action', label: words.say('keys.title'), urn: '', does: 'showKeys' },
    { id: 'signOut', kind: 'action', label: words.say('portal.signOut'), urn: '', does: 'signOut' },
  ]
}

/** Matches shown at most; typing more narrows the list. */
export const shownMax = 50

const order = { place: 0, application: 1, action: 2 } as const

/** Entries that contain every word typed, matched as applications are in core, grouped by kind. */
export function matchingEntries(entries: readonly Entry[], text: string): Entry[] {
  const matches = text.trim() === '' ? entries : filterApplications(entries, text)
  return matches.toSorted((a, b) => order[a.kind] - order[b.kind]).slice(0, shownMax)
}

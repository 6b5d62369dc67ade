import {
  applicationNoun,
  auditNoun,
  brandingNoun,
  certificateNoun,
  environmentNoun,
  groupNoun,
  identityProviderNoun,
  idleTimeNoun,
  launcherNoun,
  mappingNoun,
  noticeNoun,
  openSessionNoun,
  operatedTenantNoun,
  overviewNoun,
  personNoun,
  portalRoleNoun,
  serviceAccountNoun,
  signInNoun,
  supportAccessNoun,
  supportRole,
  tenantRoleNoun,
  usernameFormatNoun,
  apiTokenNoun,
  webhookNoun,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import { withEnvironment } from './choose-environment.ts'

/** The areas of the sidebar, in their order, with their headings. */
const areas = {
  people: 'People',
  access: 'Access',
  providers: 'Providers',
  'sign-in': 'Sign-in',
  applications: 'Applications',
  machines: 'Machines',
  tenant: 'Tenant',
} as const
type Area = keyof typeof areas

/** A noun in the sidebar. */
export type SidebarEntry = {
  /** Absent: it is opened in the sidebar, or by its name in the palette. */
  readonly key?: string
  /** Absent: above all areas. */
  readonly area?: Area
  readonly label: string
  /** Words that name it in the palette: singular, plural, short forms. */
  readonly names: readonly string[]
  /** Summary of the command that goes there; absent: it shows what the label says. */
  readonly summary?: string
  /** undefined while no environment is selected. */
  readonly place: (environmentId: string | undefined) => Place | undefined
  readonly views: readonly Place['view'][]
  /** The role of the portal that it needs; absent: it is shown to everyone. */
  readonly role?: typeof supportRole
  /** A service account or a support session has none of it. */
  readonly isForPeople?: boolean
}

type NounWords = { name: string; plural: string; aliases: readonly string[]; labelPlural: string }

function entry(
  area: Area,
  key: string | undefined,
  noun: NounWords,
  place: SidebarEntry['place'],
  views: SidebarEntry['views'],
): SidebarEntry {
  const { name, plural, aliases, labelPlural: label } = noun
  return { area, ...(key !== undefined && { key }), label, names: [name, plural, ...aliases], place, views }
}

const inEnvironment =
  (make: (environmentId: string) => Place): SidebarEntry['place'] =>
  (id) =>
    id === undefined ? undefined : make(id)

const entries: readonly SidebarEntry[] = [
  {
    key: '0',
    label: overviewNoun.labelPlural,
    names: ['overview', 'home'],
    summary: 'What needs attention',
    place: () => ({ view: 'overview' }),
    views: ['overview'],
  },
  entry('people', '9', personNoun, () => ({ view: 'people' }), ['people', 'person', 'explain']),
  entry('people', 'U', groupNoun, () => ({ view: 'groups' }), ['groups', 'group-uses', 'group-tree']),
  entry('access', 'P', portalRoleNoun, () => ({ view: 'portal-roles' }), ['portal-roles']),
  entry('access', 'C', tenantRoleNoun, () => ({ view: 'roles' }), ['roles']),
  entry(
    'access',
    'M',
    mappingNoun,
    inEnvironment((environmentId) => ({ view: 'mappings', environmentId })),
    ['mappings', 'mapping', 'matrix', 'comparison', 'mapping-tree'],
  ),
  entry('providers', '4', identityProviderNoun, () => ({ view: 'identity-providers' }), [
    'identity-providers',
    'identity-provider-create',
    'identity-provider',
    'username-formats',
    'provider-values',
    'provider-draft',
    'scim',
    'scim-inbox',
    'scim-unseen',
  ]),
  entry('providers', '5', usernameFormatNoun, () => ({ view: 'all-formats' }), ['all-formats']),
  entry('providers', '6', certificateNoun, () => ({ view: 'certificates' }), ['certificates']),
  entry('sign-in', '7', signInNoun, () => ({ view: 'sign-ins' }), ['sign-ins', 'sign-in']),
  {
    key: '8',
    area: 'sign-in',
    label: 'Where is',
    names: ['whereis'],
    summary: 'Where a username leads, and why',
    place: () => ({ view: 'whereis', username: '' }),
    views: ['whereis'],
  },
  {
    ...entry('sign-in', 'Y', openSessionNoun, () => ({ view: 'sessions' }), ['sessions']),
    label: 'Your sessions',
    summary: 'Where you are signed in',
    isForPeople: true,
  },
  {
    ...entry('applications', 'L', launcherNoun, () => ({ view: 'launcher' }), ['launcher']),
    summary: launcherNoun.summary,
  },
  entry(
    'applications',
    '2',
    applicationNoun,
    inEnvironment((environmentId) => ({ view: 'applications', environmentId })),
    ['applications', 'app-roles', 'openers', 'client', 'provisioning', 'provisioning-behind', 'provisioning-taken'],
  ),
  entry(
    'machines',
    '3',
    serviceAccountNoun,
    inEnvironment((environmentId) => ({ view: 'service-accounts', environmentId })),
    ['service-accounts', 'service-account-create', 'service-account-edit'],
  ),
  {
    ...entry('machines', 'K', apiTokenNoun, () => ({ view: 'api-tokens' }), ['api-tokens', 'api-token-create']),
    names: ['api-token', 'api-tokens', 'tokens'],
    summary: apiTokenNoun.summary,
    isForPeople: true,
  },
  entry('tenant', '1', environmentNoun, () => ({ view: 'environments' }), ['environments']),
  entry('tenant', 'E', noticeNoun, () => ({ view: 'notices' }), ['notices']),
  { ...entry('tenant', 'A', auditNoun, () => ({ view: 'audit' }), ['audit']), summary: auditNoun.summary },
  entry('tenant', undefined, idleTimeNoun, () => ({ view: 'idle-time' }), ['idle-time']),
  entry('tenant', undefined, supportAccessNoun, () => ({ view: 'support-access' }), [
    'support-access',
    'support-transcript',
  ]),
  { ...entry('tenant', 'B', brandingNoun, () => ({ view: 'branding' }), ['branding']), names: ['branding'] },
  entry('tenant', 'W', webhookNoun, () => ({ view: 'webhooks' }), ['webhooks', 'webhook', 'webhook-create']),
  {
    ...entry('tenant', 'O', operatedTenantNoun, () => ({ view: 'operations' }), ['operations', 'operated-tenant']),
    summary: operatedTenantNoun.summary,
    role: supportRole,
  },
]

const order = [undefined, ...Object.keys(areas)]

/** The overview, then the nouns with screens, by area. */
export const sidebarEntries = entries.toSorted((one, other) => order.indexOf(one.area) - order.indexOf(other.area))

/** Those that the caller may open. */
export function shownEntries(app: App): readonly SidebarEntry[] {
  const shown = sidebarEntries.filter((one) => notForThis(app, one) === undefined)
  const favourites = app.own.getState().favourites.flatMap((name) => shown.find(({ names }) => names[0] === name) ?? [])
  const isFirst = (one: SidebarEntry) => one.area === undefined || favourites.includes(one)
  return [
    ...shown.filter(({ area }) => area === undefined),
    ...favourites.flatMap(({ area, ...one }) => (area === undefined ? [] : one)),
    ...shown.filter((one) => !isFirst(one)),
  ]
}

/** Puts an entry on top of the sidebar, or back into its area. */
export function toggleFavourite(app: App, { names: [name = ''] }: SidebarEntry): Promise<void> {
  const isFavourite = app.own.getState().favourites.includes(name)
  return app.changeOwn(({ favourites }) => {
    const rest = favourites.filter((one) => one !== name)
    return { favourites: isFavourite ? rest : [...rest, name] }
  })
}

/** Why the caller does not have this: a role is missing, or it is a service account or a support session. */
export function notForThis(app: App, { isForPeople, role }: SidebarEntry): string | undefined {
  const { principal } = app.core.launcher.getState()
  if (role !== undefined && principal?.portalRoles.includes(role) !== true) return app.words.say('SUPPORT_REQUIRED')
  if (isForPeople !== true) return undefined
  const kind = principal?.kind
  if (kind === 'service-account') return 'Available only to people; you are signed in as a service account.'
  return kind === 'support' ? 'Available only to members of the company; you are in a support session.' : undefined
}

/** A line of the sidebar: the heading of an area, or the entry `at` of those shown. */
export type SidebarLine =
  | { readonly kind: 'area'; readonly label: string; readonly at: number }
  | { readonly kind: 'entry'; readonly entry: SidebarEntry; readonly at: number }

/**
 * The lines that fit into the window. Where it is too low for all of them, only the area of the entry under the cursor, or else of the
 * screen, is unfolded. `at` of a heading: its first entry.
 */
export function sidebarLines(app: App): readonly SidebarLine[] {
  const all = shownEntries(app)
  const { contentHeight: most } = app.layout()
  const here = app.state.getState().focus === 'sidebar' ? app.state.getState().sidebarIndex : presentIndex(app)
  const linesOf = (isOpen: (area: Area) => boolean) =>
    all.flatMap((one, at): readonly SidebarLine[] => {
      const { area } = one
      const heading: readonly SidebarLine[] =
        area === undefined || all[at - 1]?.area === area ? [] : [{ kind: 'area', label: areas[area], at }]
      return area === undefined || isOpen(area) ? [...heading, { kind: 'entry', entry: one, at }] : heading
    })
  const whole = linesOf(() => true)
  if (whole.length <= most) return whole
  const lines = linesOf((area) => area === all[here]?.area)
  const cursor = lines.findIndex((line) => line.kind === 'entry' && line.at === here)
  const first = Math.max(0, cursor - most + 1)
  return lines.slice(first, first + most)
}

/** The place of the present screen among the entries; -1 for none. */
export function presentIndex(app: App): number {
  const present = app.place()?.view
  return shownEntries(app).findIndex(({ views }) => present !== undefined && views.includes(present))
}

/** The first entry of the next area, after that of the entry `at`, whose heading begins with the letter. */
export function areaFrom(app: App, at: number, letter: string): number | undefined {
  const all = shownEntries(app)
  const starts = all.flatMap(({ area }, index) => (area === undefined || all[index - 1]?.area === area ? [] : [index]))
  const matching = starts.filter((index) => letterOf(app, all[index]?.area) === letter)
  const here = all[at]?.area
  return matching.find((index) => index > at && all[index]?.area !== here) ?? matching[0]
}

/** The letters that headings begin with, in the language of the words. */
export function areaLetters(app: App): readonly string[] {
  return [...new Set(shownEntries(app).flatMap(({ area }) => letterOf(app, area) ?? []))]
}

function letterOf(app: App, area: Area | undefined): string | undefined {
  return area === undefined ? undefined : [...app.words.text(areas[area]).toLowerCase()][0]
}

export function goToEntry(app: App, entry: SidebarEntry): void | Promise<void> {
  const { place, label } = entry
  const refused = notForThis(app, entry)
  if (refused !== undefined) return app.say(refused)
  const go = (target: Place | undefined) => target && app.go(target)
  if (!isInEnvironment(entry)) return go(place(undefined))
  return withEnvironment(app, label, (environmentId) => go(place(environmentId)))
}

export function isInEnvironment({ place }: SidebarEntry): boolean {
  return place(undefined) === undefined
}

import {
  applicationNoun,
  auditNoun,
  brandingNoun,
  certificateNoun,
  environmentNoun,
  groupNoun,
  identityProviderNoun,
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
  supportRole,
  tenantRoleNoun,
  usernameFormatNoun,
  apiTokenNoun,
  webhookNoun,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'

/** A noun in the sidebar. */
export type SidebarEntry = {
  readonly key: string
  readonly label: string
  /** Words that name it in the palette: singular, plural, short forms. */
  readonly names: readonly string[]
  /** Summary of the command that goes there; absent: it shows what the label says. */
  readonly summary?: string
  /** undefined while no environment is selected. */
  readonly place: (environmentId: string | undefined) => Place | undefined
  readonly views: readonly Place['view'][]
  /** The role of the portal that it needs; absent: it is shown to everyone. */
  readonly role?: string
}

type NounWords = { name: string; plural: string; aliases: readonly string[]; labelPlural: string }

function entry(key: string, noun: NounWords, place: SidebarEntry['place'], views: SidebarEntry['views']): SidebarEntry {
  const { name, plural, aliases, labelPlural: label } = noun
  return { key, label, names: [name, plural, ...aliases], place, views }
}

const accountViews: SidebarEntry['views'] = ['service-accounts', 'service-account-create', 'service-account-edit']
const providerViews: SidebarEntry['views'] = [
  'identity-providers',
  'identity-provider-create',
  'identity-provider',
  'username-formats',
  'provider-values',
  'provider-draft',
  'scim',
  'scim-inbox',
  'scim-unseen',
]

/** The overview, then the nouns with screens, in the order of core's list. */
export const sidebarEntries: readonly SidebarEntry[] = [
  {
    ...entry('0', overviewNoun, () => ({ view: 'overview' }), ['overview']),
    names: ['overview', 'home'],
    summary: 'What needs attention',
  },
  entry('1', environmentNoun, () => ({ view: 'environments' }), ['environments']),
  entry('2', applicationNoun, (id) => (id === undefined ? undefined : { view: 'applications', environmentId: id }), [
    'applications',
    'app-roles',
    'openers',
    'client',
    'provisioning',
    'provisioning-behind',
    'provisioning-taken',
  ]),
  entry(
    '3',
    serviceAccountNoun,
    (id) => (id === undefined ? undefined : { view: 'service-accounts', environmentId: id }),
    accountViews,
  ),
  entry('4', identityProviderNoun, () => ({ view: 'identity-providers' }), providerViews),
  entry('5', usernameFormatNoun, () => ({ view: 'all-formats' }), ['all-formats']),
  entry('6', certificateNoun, () => ({ view: 'certificates' }), ['certificates']),
  entry('E', noticeNoun, () => ({ view: 'notices' }), ['notices']),
  entry('7', signInNoun, () => ({ view: 'sign-ins' }), ['sign-ins', 'sign-in']),
  {
    key: '8',
    label: 'Where is',
    names: ['whereis'],
    summary: 'Where a username leads, and why',
    place: () => ({ view: 'whereis', username: '' }),
    views: ['whereis'],
  },
  entry('9', personNoun, () => ({ view: 'people' }), ['people', 'person', 'explain']),
  entry('P', portalRoleNoun, () => ({ view: 'portal-roles' }), ['portal-roles']),
  entry('C', tenantRoleNoun, () => ({ view: 'roles' }), ['roles']),
  entry('M', mappingNoun, (id) => (id === undefined ? undefined : { view: 'mappings', environmentId: id }), [
    'mappings',
    'mapping',
    'matrix',
    'comparison',
  ]),
  entry('U', groupNoun, () => ({ view: 'groups' }), ['groups', 'group-uses']),
  { ...entry('A', auditNoun, () => ({ view: 'audit' }), ['audit']), summary: auditNoun.summary },
  { ...entry('B', brandingNoun, () => ({ view: 'branding' }), ['branding']), names: ['branding'] },
  entry('W', webhookNoun, () => ({ view: 'webhooks' }), ['webhooks', 'webhook', 'webhook-create']),
  {
    ...entry('L', launcherNoun, () => ({ view: 'launcher' }), ['launcher']),
    summary: launcherNoun.summary,
  },
  {
    ...entry('Y', openSessionNoun, () => ({ view: 'sessions' }), ['sessions']),
    label: 'Your sessions',
    summary: 'Where you are signed in',
  },
  {
    ...entry('K', apiTokenNoun, () => ({ view: 'api-tokens' }), ['api-tokens', 'api-token-create']),
    names: ['api-token', 'api-tokens', 'tokens'],
    summary: apiTokenNoun.summary,
  },
  {
    ...entry('O', operatedTenantNoun, () => ({ view: 'operations' }), ['operations', 'operated-tenant']),
    summary: operatedTenantNoun.summary,
    role: supportRole,
  },
]

/** Those that the person may open. */
export function shownEntries(app: App): readonly SidebarEntry[] {
  const { principal } = app.core.launcher.getState()
  return sidebarEntries.filter(({ role }) => role === undefined || principal?.portalRoles.includes(role) === true)
}

/** Those that fit into the window: around the one under the cursor, or else around that of the screen. */
export function drawnEntries(app: App): { readonly first: number; readonly entries: readonly SidebarEntry[] } {
  const all = shownEntries(app)
  const { focus, sidebarIndex } = app.state.getState()
  const present = app.place()?.view
  const at = focus === 'sidebar' ? sidebarIndex : all.findIndex(({ views }) => present && views.includes(present))
  const { contentHeight } = app.layout()
  const first = Math.max(0, at - contentHeight + 1)
  return { first, entries: all.slice(first, first + contentHeight) }
}

export function goToEntry(app: App, { place, label }: SidebarEntry): void {
  const target = place(app.state.getState().environmentId)
  if (target === undefined) return app.say(app.words.say('tui.needsEnvironment', { name: app.words.text(label) }))
  app.go(target)
}

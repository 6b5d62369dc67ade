import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

export const Tab = v.object({ id: v.string(), label: v.string(), path: v.string() })
export type Tab = v.InferOutput<typeof Tab>

/** A tab of this id shows the admin modules as its popup menu (spec section 2, "Behaviours"). */
export const adminTabId = 'ADMIN_ID'

/** Spec section 3, "Portal user". If there is a banner, this is a support user. */
export const PortalUser = v.object({
  nickname: v.string(),
  name: v.string(),
  tenantName: v.string(),
  environmentName: v.nullable(v.string()),
  /** PROD, or the kind of stage: our own addition. Absent without an environment, and from servers before it. */
  environmentType: v.optional(v.string()),
  routes: v.array(Tab),
  /** `readonly`, our own addition: the tenant lets support read only. */
  banner: v.optional(v.object({ title: v.string(), message: v.string(), readonly: v.optional(v.boolean()) })),
})
export type PortalUser = v.InferOutput<typeof PortalUser>

export const LauncherApplication = v.object({
  id: v.string(),
  label: v.string(),
  urn: v.string(),
  singleTenant: v.boolean(),
  /** Where the application opens; it names the environment and nothing personal. */
  launchUrl: v.nullable(v.string()),
  /** Path of its icon on this server, for GET; absent: it has none. */
  icon: v.optional(v.string()),
  /** Labels of the roles the person has there. */
  roles: v.array(v.string()),
})
export type LauncherApplication = v.InferOutput<typeof LauncherApplication>

export const PrincipalInfo = v.object({
  /** `support`: a support user of the vendor, in a support session. */
  kind: v.picklist(['user', 'service-account', 'support']),
  id: v.string(),
  username: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  tenant: v.object({ id: v.string(), name: v.string() }),
  environment: v.nullable(v.object({ id: v.string(), name: v.string(), type: v.string() })),
  identityProvider: v.nullable(v.object({ id: v.string(), name: v.string() })),
  groups: v.array(v.string()),
  /** Portal roles, e.g. `security-admin`. */
  portalRoles: v.array(v.string()),
})
export type PrincipalInfo = v.InferOutput<typeof PrincipalInfo>

/** Maximum numbers of favourites, of applications in the person's order, and of recently opened ones. */
export const favouritesMax = 100
export const ownOrderMax = 1_000
export const recentMax = 12

export const launcherLayouts = ['grid', 'list'] as const

const ids = (most: number) => v.pipe(v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))), v.maxLength(most))
const ownChoice = {
  layout: v.picklist(launcherLayouts),
  /** In the order in which they are shown. */
  favourites: ids(favouritesMax),
  /** The person's order; applications that are not in it follow by name. */
  order: ids(ownOrderMax),
}

/** How a person arranged the launcher, in all environments. Ids of deleted applications stay and are ignored. */
export const LauncherPreferences = v.object({
  ...ownChoice,
  /** Recently opened, newest first. */
  recent: v.array(v.string()),
})
export type LauncherPreferences = v.InferOutput<typeof LauncherPreferences>

/** What the tenant tells on the launcher; texts are plain text. */
export const LauncherNotices = v.object({
  /** `id` is another one for each text, so that closing one does not close the next. */
  announcement: v.nullable(v.object({ id: v.string(), text: v.string() })),
  /** Whom to ask for access, as "the service desk, desk@acme.example". */
  accessContact: v.nullable(v.string()),
  /** Applications of the environment that are not open to the person, with how to ask for them. */
  requestable: v.array(v.object({ id: v.string(), label: v.string(), urn: v.string(), text: v.string() })),
})
export type LauncherNotices = v.InferOutput<typeof LauncherNotices>

export const AdminModule = v.object({ id: v.string(), url: v.string(), label: v.string() })
export type AdminModule = v.InferOutput<typeof AdminModule>

export const getLauncher = endpoint({
  name: 'getLauncher',
  summary: 'Read who is signed in, where, and which tabs they have',
  method: 'GET',
  path: '/portal/launcher',
  reply: PortalUser,
})

export const getLauncherApplications = endpoint({
  name: 'getLauncherApplications',
  summary: 'List the applications the person can open in the selected environment',
  method: 'GET',
  path: '/portal/launcher/applications',
  reply: v.object({ applications: v.array(LauncherApplication) }),
})

export const getPrincipalInfo = endpoint({
  name: 'getPrincipalInfo',
  summary: 'Read the signed-in person or service account in full',
  method: 'GET',
  path: '/portal/launcher/principalinfo',
  reply: PrincipalInfo,
})

export const getAppSwitcher = endpoint({
  name: 'getAppSwitcher',
  summary: 'List the entries of the application switcher, the portal first',
  method: 'GET',
  path: '/portal/launcher/appSwitcher',
  reply: v.object({ applications: v.array(v.object({ id: v.string(), label: v.string(), url: v.string() })) }),
})

export const getUserData = endpoint({
  name: 'getUserData',
  summary: 'Read the tenant and environment of the session',
  method: 'GET',
  path: '/portal/launcher/userdata',
  reply: v.object({ tenant: v.object({ id: v.string(), environment: v.object({ id: v.nullable(v.string()) }) }) }),
})

export const getAdminModules = endpoint({
  name: 'getAdminModules',
  summary: 'List the administration areas open to the person',
  method: 'GET',
  path: '/portal/admin/modules',
  reply: v.object({ modules: v.array(AdminModule) }),
})

export const getLauncherPreferences = endpoint({
  name: 'getLauncherPreferences',
  summary: 'Read how the person arranged the launcher, and what they opened last',
  method: 'GET',
  path: '/portal/launcher/preferences',
  reply: LauncherPreferences,
})

export const putLauncherPreferences = endpoint({
  name: 'putLauncherPreferences',
  summary: 'Arrange the launcher: layout, favourites and own order',
  method: 'PUT',
  path: '/portal/launcher/preferences',
  body: v.strictObject(ownChoice),
  reply: LauncherPreferences,
})

export const recordLaunch = endpoint({
  name: 'recordLaunch',
  summary: 'Record that the person opened an application',
  method: 'POST',
  path: '/portal/launcher/applications/{appId}/launches',
})

export const getLauncherNotices = endpoint({
  name: 'getLauncherNotices',
  summary: 'Read the announcement, whom to ask for access, and which applications can be asked for',
  method: 'GET',
  path: '/portal/launcher/notices',
  reply: LauncherNotices,
})

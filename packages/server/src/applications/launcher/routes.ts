import {
  adminTabId,
  getAdminModules,
  getAppSwitcher,
  getLauncher,
  getLauncherApplications,
  getLauncherPreferences,
  getPrincipalInfo,
  getUserData,
  portalAppId,
  putLauncherPreferences,
  recordLaunch,
  type AdminModule,
  type Tab,
} from '@portico/core/contract'

import { notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route, senderRoute } from '../../kit/http/route.ts'
import type { Actor } from '../../kit/http/actor.ts'
import { readPreferences, saveLaunch, savePreferences } from './preferences.ts'
import { applicationsOf } from './open-applications.ts'
import { principalOf } from '../../sign-in/sessions/principal.ts'
import { readGroupNames } from './queries.ts'
import { supportBanner } from '../../kit/http/support-banner.ts'
import { say } from '../../kit/words/say.ts'

export const launcherRoutes = [
  senderRoute(getLauncher, ['signed-in', 'support-reading'], async ({ sender }) => {
    const principal = principalOf(sender)
    return {
      value: {
        nickname: principal.nickname,
        name: principal.name,
        tenantName: principal.tenant.name,
        environmentName: principal.environment?.name ?? null,
        ...(principal.environment && { environmentType: principal.environment.type }),
        routes: tabsOf(sender.actor),
        ...(sender.actor.kind === 'support' && { banner: supportBanner(sender.actor, principal.tenant.name) }),
      },
    }
  }),

  route(getLauncherApplications, ['signed-in', 'support-reading'], async (call) => ({
    value: { applications: await applicationsOf(call) },
  })),

  senderRoute(getPrincipalInfo, ['signed-in', 'support-reading'], async ({ sender, inTenant }) => {
    const { nickname: _, ...principal } = principalOf(sender)
    const { actor, profile } = sender
    const held = profile === null ? [] : profile.groups
    const groups = held === null ? await inTenant((tx) => readGroupNames(tx, actor.id)) : [...held]
    return { value: { ...principal, groups } }
  }),

  route(getAppSwitcher, ['signed-in', 'support-reading'], async (call) => {
    const open = (await applicationsOf(call)).filter((application) => application.id !== portalAppId)
    const entries = open.flatMap(({ id, label, launchUrl }) =>
      launchUrl === null ? [] : [{ id, label, url: launchUrl }],
    )
    const portal = { id: portalAppId, label: call.deps.settings.applicationName, url: '/portal' }
    return { value: { applications: [portal, ...entries] } }
  }),

  senderRoute(getUserData, ['signed-in', 'support-reading'], async ({ sender: { actor } }) => ({
    value: { tenant: { id: actor.tenantId, environment: { id: actor.environmentId } } },
  })),

  route(getLauncherPreferences, ['person', 'support-reading'], async ({ tx, actor }) => ({
    value: await readPreferences(tx, actor.id),
  })),

  route(putLauncherPreferences, 'person', async ({ tx, actor, body, readOnlyPart }) => {
    checkReadOnly(readOnlyPart, await readPreferences(tx, actor.id))
    await savePreferences(tx, actor.id, body)
    return { value: await readPreferences(tx, actor.id) }
  }),

  route(recordLaunch, 'person', async (call) => {
    const { tx, actor, params } = call
    const open = await applicationsOf(call)
    if (!open.some(({ id }) => id === params.appId)) throw notFound()
    await saveLaunch(tx, actor.id, params.appId)
    return {}
  }),

  senderRoute(getAdminModules, ['admin', 'support-reading'], async () => ({ value: { modules: adminModules() } })),
]

/**
 * Tabs of the header. Only administrators see the admin tab; what it opens comes from the modules. Support users see the operations
 * tab: logged into another tenant (spec section 2), and in their own, where they choose the tenant (our deviation).
 */
function tabsOf(actor: Actor): Tab[] {
  const home = { id: 'HOME_ID', label: say('portal.home'), path: '/portal' }
  const admin = { id: adminTabId, label: say('portal.admin'), path: '/portal/admin' }
  const operations = { id: 'OPERATIONS_ID', label: say('portal.operations'), path: '/operations' }
  return [
    home,
    ...(actor.isAdmin ? [admin] : []),
    ...(actor.kind === 'support' || (actor.kind === 'user' && actor.supports) ? [operations] : []),
  ]
}

function adminModules(): AdminModule[] {
  return [
    { id: 'overview', label: say('overview.title'), url: '/portal/admin' },
    { id: 'global-settings', label: say('settings.title'), url: '/portal/admin/global-settings' },
    {
      id: 'environment-settings',
      label: say('portal.environmentSettings'),
      url: '/portal/admin/environment-settings',
    },
    { id: 'groups', label: say('groups.title'), url: '/portal/admin/groups' },
    { id: 'people', label: say('people.title'), url: '/portal/admin/people' },
    { id: 'launcher', label: say('launcherSettings.title'), url: '/portal/admin/launcher' },
    { id: 'branding', label: say('branding.title'), url: '/portal/admin/branding' },
    { id: 'notices', label: say('notices.title'), url: '/portal/admin/notices' },
    { id: 'audit', label: say('audit.title'), url: '/portal/admin/audit' },
    { id: 'sign-ins', label: say('signIns.title'), url: '/portal/admin/sign-ins' },
  ]
}

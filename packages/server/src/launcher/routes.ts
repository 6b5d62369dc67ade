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

import { notFound } from '../http/failure.ts'
import { checkReadOnly } from '../http/read-only.ts'
import { personRoute, route } from '../http/route.ts'
import type { Actor } from '../http/actor.ts'
import { readPreferences, saveLaunch, savePreferences } from './preferences.ts'
import { applicationsOf } from './open-applications.ts'
import { readPrincipal } from './queries.ts'
import { say } from '../http/say.ts'

export const launcherRoutes = [
  route(getLauncher, 'signed-in', async ({ tx, actor }) => {
    const principal = await readPrincipal(tx, actor)
    return {
      value: {
        nickname: principal.nickname,
        name: principal.name,
        tenantName: principal.tenant.name,
        environmentName: principal.environment?.name ?? null,
        ...(principal.environment && { environmentType: principal.environment.type }),
        routes: tabsOf(actor),
      },
    }
  }),

  route(getLauncherApplications, 'signed-in', async (call) => ({
    value: { applications: await applicationsOf(call) },
  })),

  route(getPrincipalInfo, 'signed-in', async ({ tx, actor }) => {
    const { nickname: _, ...principal } = await readPrincipal(tx, actor)
    return { value: principal }
  }),

  route(getAppSwitcher, 'signed-in', async (call) => {
    const open = (await applicationsOf(call)).filter((application) => application.id !== portalAppId)
    const entries = open.flatMap(({ id, label, launchUrl }) =>
      launchUrl === null ? [] : [{ id, label, url: launchUrl }],
    )
    const portal = { id: portalAppId, label: call.deps.settings.applicationName, url: '/portal' }
    return { value: { applications: [portal, ...entries] } }
  }),

  route(getUserData, 'signed-in', async ({ actor }) => ({
    value: { tenant: { id: actor.tenantId, environment: { id: actor.environmentId } } },
  })),

  personRoute(getLauncherPreferences, async ({ tx, actor }) => ({ value: await readPreferences(tx, actor.id) })),

  personRoute(putLauncherPreferences, async ({ tx, actor, body, readOnlyPart }) => {
    checkReadOnly(readOnlyPart, await readPreferences(tx, actor.id))
    await savePreferences(tx, actor.id, body)
    return { value: await readPreferences(tx, actor.id) }
  }),

  personRoute(recordLaunch, async (call) => {
    const { tx, actor, params } = call
    const open = await applicationsOf(call)
    if (!open.some(({ id }) => id === params.appId)) throw notFound()
    await saveLaunch(tx, actor.id, params.appId)
    return {}
  }),

  route(getAdminModules, 'admin', async () => ({ value: { modules: adminModules() } })),
]

/** Tabs of the header. The admin tab is there for administrators alone; what it opens comes from the modules. */
function tabsOf(actor: Actor): Tab[] {
  const home = { id: 'HOME_ID', label: say('portal.home'), path: '/portal' }
  return actor.isAdmin ? [home, { id: adminTabId, label: say('portal.admin'), path: '/portal/admin' }] : [home]
}

function adminModules(): AdminModule[] {
  return [
    { id: 'global-settings', label: say('settings.title'), url: '/portal/admin/global-settings' },
    {
      id: 'environment-settings',
      label: say('portal.environmentSettings'),
      url: '/portal/admin/environment-settings',
    },
    { id: 'groups', label: say('groups.title'), url: '/portal/admin/groups' },
    { id: 'launcher', label: say('launcherSettings.title'), url: '/portal/admin/launcher' },
    { id: 'sign-ins', label: say('signIns.title'), url: '/portal/admin/sign-ins' },
  ]
}

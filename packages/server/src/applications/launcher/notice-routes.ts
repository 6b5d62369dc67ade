import {
  getAccessText,
  getLauncherNotices,
  getLauncherSettings,
  putAccessText,
  putLauncherSettings,
} from '@portico/core/contract'

import { findApplication } from '../applications/queries.ts'
import { findEnvironment, lockEnvironment } from '../../tenant/environments/queries.ts'
import { checkVersion, etagOf, versionOfContent } from '../../kit/http/etag.ts'
import { notFound, readOnly } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { applicationsOf } from './open-applications.ts'
import { readAccessText, readLauncherSettings, readNotices, saveAccessText, saveLauncherSettings } from './notices.ts'

export const launcherNoticeRoutes = [
  route(getLauncherNotices, ['signed-in', 'support-reading'], async ({ tx, actor, sender, deps }) => {
    const openIds = async () => new Set((await applicationsOf({ tx, actor, sender, deps })).map(({ id }) => id))
    return { value: await readNotices(tx, { environmentId: actor.environmentId, openIds, nowMs: deps.clock.now() }) }
  }),

  route(getLauncherSettings, ['admin', 'support-reading'], async ({ tx }) => {
    const value = await readLauncherSettings(tx)
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(
    putLauncherSettings,
    ['admin', 'support-changing'],
    { 412: ['STALE'] },
    async ({ tx, actor, body, readOnlyPart, ifMatch, deps, audit }) => {
      const before = await readLauncherSettings(tx, { isLocked: true })
      checkVersion(ifMatch, versionOfContent(before), 'launcher-settings', actor.tenantId)
      checkReadOnly(readOnlyPart, before)
      await saveLauncherSettings(tx, body, deps.clock.now())
      const after = await readLauncherSettings(tx)
      await audit({ action: 'launcher.settings', target: { kind: 'tenant', id: actor.tenantId }, before, after })
      return { value: after, etag: etagOf(versionOfContent(after)) }
    },
  ),

  route(getAccessText, ['admin', 'support-reading'], async ({ tx, params }) => {
    const environment = await findEnvironment(tx, params.envId)
    const application = environment && (await findApplication(tx, environment.id, params.appId))
    if (environment === undefined || application === undefined) throw notFound()
    const value = { text: await readAccessText(tx, environment.id, application.id) }
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(
    putAccessText,
    ['admin', 'support-changing'],
    { 403: ['READ_ONLY'], 412: ['STALE'] },
    async ({ tx, params, body, readOnlyPart, ifMatch, audit }) => {
      const environment = await lockEnvironment(tx, params.envId)
      const application = environment && (await findApplication(tx, environment.id, params.appId))
      if (environment === undefined || application === undefined) throw notFound()
      if (environment.readonly) throw readOnly('environment')
      checkReadOnly(readOnlyPart, body)
      const before = await readAccessText(tx, environment.id, application.id)
      checkVersion(ifMatch, versionOfContent({ text: before }), 'access-text', application.id)
      await saveAccessText(tx, environment.id, application.id, body.text)
      const target = { kind: 'application', id: application.id, name: application.label }
      await audit({
        action: 'application.access-text',
        target,
        before: { environment: environment.name, text: before },
        after: { environment: environment.name, text: body.text },
      })
      const value = { text: body.text }
      return { value, etag: etagOf(versionOfContent(value)) }
    },
  ),
]

import {
  applicationList as listedApplications,
  applicationNoun,
  createServiceAccounts,
  listOf,
  portalAppId,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

/** The applications of an environment, the portal first; Enter shows the roles a service account can hold there. */
export function applicationList(app: App, environmentId: string): View {
  const serviceAccounts = app.core.lazily(createServiceAccounts)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId

  async function showRoles(appId: string, label: string): Promise<void> {
    await serviceAccounts.fetchRoles(environmentId, appId)
    const roles = serviceAccounts.getState().roles[appId]?.roles
    if (roles === undefined) return
    if (roles.length === 0) return app.say(filled(phrase`${label} has no roles.`, app.words.text))
    app.openDialog(
      pickDialog(app, {
        title: app.words.say('tui.rolesOf', { name: label }),
        action: 'Copy its name',
        items: roles.map((role) => ({ id: role.name, label: role.label, note: role.name })),
        pick: ([name = '']) => {
          app.closeDialog()
          app.copy(name)
          app.say(app.words.say('tui.copied', { what: name }))
        },
      }),
    )
  }

  return nounListView(app, {
    noun: applicationNoun,
    list: listOf(app.core, listedApplications),
    scope: environmentId,
    empty: () => 'This environment has no application yet.',
    crumbs: () => [environmentName(), app.words.text(applicationNoun.labelPlural)],
    command: () => ['application', 'list', '--env', environmentName()],
    webPath: () => `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/roles-and-groups`,
    opened: async () => {
      if (app.core.environments.getState().adminEnvironments === undefined) await app.core.environments.fetchAdmin()
    },
    bindings: (list) => [
      {
        id: 'application.roles',
        keys: ['enter'],
        label: 'Roles',
        refused: () => (list.current() === undefined ? 'No application is selected.' : undefined),
        run: () => {
          const row = list.current()
          return row === undefined ? undefined : showRoles(row.id, row.label)
        },
      },
      {
        id: 'application.mappings',
        keys: ['m'],
        label: 'Roles and groups',
        refused: () => (list.current() === undefined ? 'No application is selected.' : undefined),
        run: () => {
          const row = list.current()
          if (row !== undefined) app.go({ view: 'app-roles', environmentId, app: { id: row.id, label: row.label } })
        },
      },
      {
        id: 'application.sign-in',
        keys: ['i'],
        label: app.words.say('application.signIn'),
        refused: () => {
          const row = list.current()
          if (row === undefined) return 'No application is selected.'
          return row.id === portalAppId ? app.words.say('CLIENT_OF_PORTAL') : undefined
        },
        run: () => {
          const row = list.current()
          if (row !== undefined)
            app.go({ view: 'client', environmentId, app: { id: row.id, label: row.label, urn: row.urn } })
        },
      },
      {
        id: 'application.provisioning',
        keys: ['p'],
        label: app.words.say('application.provisioning'),
        refused: () => {
          const row = list.current()
          if (row === undefined) return 'No application is selected.'
          return row.id === portalAppId ? app.words.say('PROVISIONING_OF_PORTAL') : undefined
        },
        run: () => {
          const row = list.current()
          if (row !== undefined)
            app.go({ view: 'provisioning', environmentId, app: { id: row.id, label: row.label, urn: row.urn } })
        },
      },
      {
        id: 'application.people',
        keys: ['w'],
        label: 'Who can open it',
        refused: () => (list.current() === undefined ? 'No application is selected.' : undefined),
        run: () => app.go({ view: 'openers', environmentId, id: list.current()?.id ?? '' }),
      },
      {
        id: 'application.copy-urn',
        keys: ['c'],
        label: 'Copy URN',
        run: () => {
          const row = list.current()
          if (row === undefined) return
          app.copy(row.urn)
          app.say(app.words.say('tui.copied', { what: row.urn }))
        },
      },
    ],
  })
}

import { matchByIdOrName } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'

type Open = (environmentId: string) => void | Promise<void>

/** Opens what belongs to an environment: the chosen one, or else the one that the person chooses now. `label` names it in the plural. */
export function withEnvironment(app: App, label: string, open: Open): void | Promise<void> {
  const { environmentId } = app.state.getState()
  return environmentId === undefined ? choose(app, label, open) : open(environmentId)
}

/** The environment of this name, in upper or lower case. */
export async function environmentNamed(app: App, name: string) {
  const [found, ...more] = matchByIdOrName(await known(app), name, (one) => [one.name])
  return more.length === 0 ? found : undefined
}

async function choose(app: App, label: string, open: Open): Promise<void> {
  const environments = await known(app)
  // If they could not be read, that failure is on the screen.
  if (app.core.environments.getState().adminEnvironments === undefined) return
  if (environments.length === 0) return app.say(app.words.say('environments.noneInTenant'))
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('tui.needsEnvironment', { name: app.words.text(label) }),
      action: 'Work in it',
      items: environments.map(({ id, name, type }) => ({ id, label: name, note: type })),
      async pick([id]) {
        app.closeDialog()
        if (id !== undefined) await open(id)
      },
    }),
  )
}

async function known({ core: { environments } }: App) {
  if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
  return environments.getState().adminEnvironments ?? []
}

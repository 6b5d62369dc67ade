import { matchByIdOrName, seesOverview, supportRole } from '@portico/core'

import type { App } from '../../kit/terminal/app/app.ts'
import { startHistory } from '../../kit/terminal/app/history.ts'
import type { Place } from '../../kit/terminal/app/place.ts'

const overview: Place = { view: 'overview' }
const environments: Place = { view: 'environments' }
const launcher: Place = { view: 'launcher' }

/** The environment a terminal begins with: its name, id or URN. */
export type FirstEnvironment = {
  readonly wanted: string
  /** Named for this run, whose first screen are its accounts. A remembered one is chosen, and the overview comes first. */
  readonly isNamed: boolean
}

/** The place of the first frame. The environment is not loaded yet, so its name is shown as given. */
export function firstPlace(environment: FirstEnvironment | undefined): Place {
  return environment?.isNamed === true ? { view: 'service-accounts', environmentId: environment.wanted } : overview
}

/** Loads the signed-in caller and the session; then opens the overview, or the environment named for this run. */
export async function startApp(app: App, environment: FirstEnvironment | undefined): Promise<void> {
  const { session } = app.core
  if (environment?.isNamed !== true) {
    const opened = fetchCaller(app).then(() => openFirst(app, environment?.wanted))
    await Promise.all([opened, session.fetch()])
    return
  }
  const [found] = await Promise.all([find(app, environment.wanted), fetchCaller(app), session.fetch()])
  app.state.setState({ history: startHistory(firstPlace(environment)) })
  if (found === undefined) {
    app.replace(environments)
    return sayNotThere(app, environment.wanted)
  }
  app.state.setState({ history: startHistory(environments) })
  app.go({ view: 'service-accounts', environmentId: found.id })
}

/** Who is signed in; of a support session also whether the tenant lets it change something. */
async function fetchCaller({ core: { launcher } }: App): Promise<void> {
  await launcher.fetchPrincipal()
  if (launcher.getState().principal?.kind === 'support') await launcher.fetch()
}

/** Not if the environments could not be read: that failure is on the screen, and the name may be right. */
function sayNotThere(app: App, name: string): void {
  if (app.core.environments.getState().adminEnvironments === undefined) return
  app.say(app.words.say('tui.notThere', { name }))
}

/** The one environment of this name, id or URN. */
async function find(app: App, wanted: string) {
  const known = app.core.environments
  await known.fetchAdmin()
  const [found, ...more] = matchByIdOrName(known.getState().adminEnvironments ?? [], wanted, (one) => [
    one.name,
    one.urn,
  ])
  return more.length === 0 ? found : undefined
}

/** The overview, whose calls are those of administration; support begins at the tenants, other people at the launcher. */
async function openFirst(app: App, remembered: string | undefined): Promise<void> {
  const { principal } = app.core.launcher.getState()
  if (principal !== undefined && !seesOverview(principal)) {
    app.state.setState({ history: startHistory(overview) })
    if (principal.portalRoles.includes(supportRole)) return app.replace({ view: 'operations' })
    return app.replace(principal.kind === 'user' ? launcher : environments)
  }
  const chosen = remembered === undefined ? undefined : choose(app, remembered)
  await Promise.all([app.state.getState().view.open(), chosen])
}

async function choose(app: App, remembered: string): Promise<void> {
  const found = await find(app, remembered)
  if (found === undefined) return sayNotThere(app, remembered)
  // The person may have gone to another one meanwhile.
  app.state.setState(({ environmentId }) => ({ environmentId: environmentId ?? found.id }))
}

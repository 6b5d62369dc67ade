import { matchByIdOrName, seesOverview } from '@portico/core'

import type { App } from '../terminal/app/app.ts'
import { startHistory } from '../terminal/app/history.ts'
import type { Place } from '../terminal/app/place.ts'

const overview: Place = { view: 'overview' }
const environments: Place = { view: 'environments' }
const launcher: Place = { view: 'launcher' }

/** The place of the first frame. The environment is not loaded yet, so its name is shown as given. */
export function firstPlace(environment: string | undefined): Place {
  return environment === undefined ? overview : { view: 'service-accounts', environmentId: environment }
}

/** Loads the signed-in caller and the session; then opens the overview, or the named environment. */
export async function startApp(app: App, environment: string | undefined): Promise<void> {
  const { launcher, session, environments: known } = app.core
  if (environment === undefined) {
    await Promise.all([launcher.fetchPrincipal().then(() => openFirst(app)), session.fetch()])
    return
  }
  await Promise.all([launcher.fetchPrincipal(), session.fetch(), known.fetchAdmin()])
  const [found, ...more] = matchByIdOrName(known.getState().adminEnvironments ?? [], environment, (one) => [
    one.name,
    one.urn,
  ])
  app.state.setState({ history: startHistory({ view: 'service-accounts', environmentId: environment }) })
  if (found === undefined || more.length > 0) {
    app.replace(environments)
    return app.say(`There is no environment ${environment}. Choose one.`)
  }
  app.state.setState({ history: startHistory(environments) })
  app.go({ view: 'service-accounts', environmentId: found.id })
}

/** The overview, whose calls are those of administration; other people begin at the launcher. */
async function openFirst(app: App): Promise<void> {
  const { principal } = app.core.launcher.getState()
  if (principal !== undefined && !seesOverview(principal)) {
    app.state.setState({ history: startHistory(overview) })
    return app.replace(principal.kind === 'user' ? launcher : environments)
  }
  await app.state.getState().view.open()
}

import { matchByIdOrName } from '@portico/core'

import type { App } from '../terminal/app/app.ts'
import { startHistory } from '../terminal/app/history.ts'
import type { Place } from '../terminal/app/place.ts'

const environments: Place = { view: 'environments' }

/** The place of the first frame. The environment is not loaded yet, so its name is shown as given. */
export function firstPlace(environment: string | undefined): Place {
  return environment === undefined ? environments : { view: 'service-accounts', environmentId: environment }
}

/** Loads the signed-in caller, the session and the environments; then opens the named environment, if any. */
export async function startApp(app: App, environment: string | undefined): Promise<void> {
  const { launcher, session, environments: known } = app.core
  // The list of environments, where that is the first screen.
  const read = () => (environment === undefined ? app.state.getState().view.open() : known.fetchAdmin())
  await Promise.all([launcher.fetchPrincipal(), session.fetch(), read()])
  if (environment === undefined) return
  const [found, ...more] = matchByIdOrName(known.getState().adminEnvironments ?? [], environment, (one) => [
    one.name,
    one.urn,
  ])
  // The list of environments, already loaded, stays in the history.
  app.state.setState({ history: startHistory({ view: 'service-accounts', environmentId: environment }) })
  if (found === undefined || more.length > 0) {
    app.replace(environments)
    return app.say(`There is no environment ${environment}. Choose one.`)
  }
  app.state.setState({ history: startHistory(environments) })
  app.go({ view: 'service-accounts', environmentId: found.id })
}

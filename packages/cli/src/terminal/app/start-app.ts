import { matchByIdOrName } from '@portico/core'

import type { App } from './app.ts'

/** Reads who is signed in, until when, and where; then goes to the environment that was named, where there is one. */
export async function startApp(app: App, environment: string | undefined): Promise<void> {
  const { launcher, session, environments } = app.core
  await Promise.all([launcher.fetchPrincipal(), session.fetch(), app.state.getState().view.open()])
  const all = environments.getState().adminEnvironments ?? []
  if (environment === undefined) return
  const [found, ...more] = matchByIdOrName(all, environment, (one) => [one.name, one.urn])
  if (found === undefined || more.length > 0) return app.say(`There is no environment ${environment}. Choose one.`)
  app.go({ view: 'service-accounts', environmentId: found.id })
}

import { Hono } from 'hono'

import type { Log } from '../log.ts'
import { accessTokens } from './access-tokens.ts'
import { authorityPath, graphPath } from './addresses.ts'
import { authorityRoutes } from './authority.ts'
import { graphRoutes } from './graph.ts'
import type { RunningAzure } from './provider.ts'

type Deps = { base: URL; log: Log; now: () => number; wait: (secs: number) => Promise<void> }

/** The one simulated Microsoft cloud that all azure providers share: its authority and its Graph. */
export function azureCloud(providers: readonly RunningAzure[], { base, log, now, wait }: Deps): Hono {
  const directories = providers.map((each) => each.directory)
  const directoryOf = (tenant: string, version: 1 | 2) => {
    const asked = tenant.toLowerCase()
    return directories.find(({ config }) => {
      return config.version === version && (config.tenantId === asked || config.domains.includes(asked))
    })
  }
  const tokens = accessTokens({ base, now })
  const refused = (refusal: { status: number; code: string }) =>
    log({ level: 'warn', message: 'Graph refused a request.', ...refusal })
  const cloud = new Hono()
  cloud.route(authorityPath, authorityRoutes({ base, directoryOf, tokens, log, now, wait }))
  cloud.route(graphPath, graphRoutes({ base, tokens, log: refused, now, wait }))
  return cloud
}

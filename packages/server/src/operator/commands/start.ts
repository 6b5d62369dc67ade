import { startLogouts } from '../../applications/application-logouts/queue.ts'
import type { Logger } from 'pino'

import { createSealingKey } from '../../kit/audit-trail/keys.ts'
import { startLogStream } from '../../kit/audit-trail/log-stream.ts'
import { startSealing } from '../../kit/audit-trail/sealing.ts'
import { withLogo } from '../../tenant/branding/deployment-logo.ts'
import { noteBaseUrl } from '../../app/base-url.ts'
import { serveMetrics, startMetrics } from '../../kit/metrics/serve.ts'
import { migrate } from '../../kit/database/migrate.ts'
import { freePort } from '../demo/free-port.ts'
import { startRefreshing } from '../../providers/certificates/metadata/refresh.ts'
import { startWatchingExpiries } from '../../tenant/notices/watch-expiries.ts'
import { startFollowingKeys } from '../key-rotation/follow-keys.ts'
import { createDeps, openStore, type OpenedStore } from '../../app/open.ts'
import { misspeltVariables, type Environment } from '../../kit/settings/variables.ts'
import { readStaticFiles } from '../../kit/pages/static-files.ts'
import { serve } from '../../app/serve.ts'
import { startReverting } from '../../providers/identity-providers/drafts/revert-unconfirmed.ts'
import { startCounting } from '../../app/counting.ts'
import { startProvisioning } from '../../applications/provisioning/queue.ts'
import { startPurging } from '../../app/purge.ts'
import { readSettings, type Settings } from '../../kit/settings/settings.ts'
import { startTracing, type Tracing } from '../../kit/trace-export/start.ts'
import { withTracer } from '../../kit/tracing/spans.ts'
import { startWatchingUsernames } from '../../people/usernames/watch-usernames.ts'
import { startSweeping } from '../../app/sweep.ts'
import { startWebhooks } from '../../tenant/webhooks/deliver.ts'

export type StartOptions = {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly pagesDir: string
  /** The version of the installation; tests omit it. */
  readonly version?: string
  /** How often to look for new keys; tests do not wait for the ordinary five seconds. */
  readonly followKeysEveryMs?: number
  /** How often to look for changes that revert by themselves; tests do not wait for the ordinary five seconds. */
  readonly revertEveryMs?: number
  /** How often to seal audit rows; tests do not wait for the ordinary ten seconds. */
  readonly sealEveryMs?: number
  /** How often to look for what webhooks wait for; tests do not wait for the ordinary two seconds. */
  readonly webhooksEveryMs?: number
  readonly env: Environment
  readonly log: Logger
}

export type StartedServer = { readonly url: string; stop(): Promise<void> }

/** Opens the store, migrates, and serves. If a step fails, undoes the steps before it. */
export async function start(options: StartOptions): Promise<StartedServer> {
  const { host, env, log } = options
  for (const sentence of misspeltVariables(env)) log.warn(sentence)
  // The public address is part of the settings, and a port that cannot be used has to be found before anything changes.
  const port = await freePort(host, options.port)
  const store = await openStore(options)
  log.info({ version: options.version }, 'starting')
  try {
    await migrate(store.database, log)
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const settings = withLogo(readSettings(env, url))
    const tracing = await startTracing(settings, options)
    return await withTracer(tracing?.tracer, () => serveFrom(store, options, { settings, url, port, tracing }))
  } catch (error) {
    await store.database.close()
    throw error
  }
}

type Place = {
  readonly settings: Settings
  readonly url: string
  readonly port: number
  readonly tracing: Tracing | undefined
}

/** What runs until the stop: the server, and its background work. */
async function serveFrom(
  store: OpenedStore,
  options: StartOptions,
  { settings, url, port, tracing }: Place,
): Promise<StartedServer> {
  const { host, log } = options
  const metrics = await startMetrics(settings, store.database, options.version)
  const { deps, tokenEndpoint, openid } = await createDeps(store, {
    settings,
    log,
    clock: Date,
    ...(metrics && { metrics }),
    ...(options.version !== undefined && { version: options.version }),
  })
  const running = await serve(deps, { host, port, tokenEndpoint, pages: readStaticFiles(options.pagesDir) })
  const stopMetrics = await serveMetrics(settings, metrics).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  const stopSweeping = startSweeping(deps)
  const stopSealing = startSealing(
    deps,
    createSealingKey({ ...deps, auditKeys: store.auditKeys, auditMemory: store.auditMemory }),
    options.sealEveryMs,
  )
  const stopLogStream = settings.auditLog ? startLogStream(deps) : undefined
  const stopWebhooks = startWebhooks(deps, options.webhooksEveryMs)
  const stopProvisioning = startProvisioning(deps, options.webhooksEveryMs)
  const stopCounting = startCounting(deps)
  const stopLogouts = startLogouts({ ...deps, signer: openid.signer })
  const stopFollowing = startFollowingKeys({ store, tokenEndpoint, log, metrics }, options.followKeysEveryMs)
  const stopPurging = startPurging(deps)
  const stopReverting = startReverting(deps, options.revertEveryMs)
  const stopWatching = startWatchingExpiries(deps)
  const stopRefreshing = startRefreshing(deps)
  const stopNames = startWatchingUsernames(deps)
  await noteBaseUrl(store.database, settings.baseUrl)
  log.info({ url, baseUrl: settings.baseUrl }, 'serving')
  return {
    url,
    async stop() {
      // Their turns may take long, and can be interrupted safely.
      for (const stopSlow of [stopSweeping, stopWatching, stopRefreshing]) void stopSlow()
      await stopLogStream?.()
      await stopWebhooks()
      await stopProvisioning()
      await stopCounting()
      await stopLogouts()
      await stopFollowing()
      await stopPurging()
      await stopReverting()
      await stopNames()
      await running.stop()
      await stopSealing()
      await stopMetrics()
      await tracing?.stop()
      await deps.senders.close()
      await store.database.close()
    },
  }
}

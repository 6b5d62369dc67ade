import type { Logger } from 'pino'

import type { Settings } from '../settings/settings.ts'
import type { Tracer } from '../tracing/spans.ts'

export type Tracing = {
  readonly tracer: Tracer
  /** Sends what is left, for at most {@link lastSendMaxMs}. */
  stop(): Promise<void>
}

export type TracingParts = { readonly log: Pick<Logger, 'info' | 'warn'>; readonly version?: string | undefined }

/** A stop of the process waits for the collector no longer than this. */
export const lastSendMaxMs = 2_000

/** Loads the OpenTelemetry SDK only where the operator named a collector. */
export async function startTracing(settings: Settings, parts: TracingParts): Promise<Tracing | undefined> {
  const { tracing, outgoingProxy } = settings
  if (tracing === undefined) return undefined
  const { createTracing } = await import('./create.ts')
  parts.log.info({ endpoint: tracing.endpoint, sampler: tracing.sampler }, 'tracing')
  return createTracing(tracing, { ...parts, outgoingProxy })
}

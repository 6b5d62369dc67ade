import type { Agent } from 'node:http'

import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

import { createTunnels, usesProxy } from '../outbound/proxy.ts'
import type { OutgoingProxy, TracingSettings } from '../settings/settings.ts'
import type { TracingParts } from './start.ts'

export type ExporterParts = TracingParts & {
  readonly outgoingProxy: OutgoingProxy | undefined
  /** For one message to the collector with all of its retries. Tests do not wait for the ordinary ten seconds. */
  readonly timeoutMs?: number
}

/** OTLP over HTTP with protobuf, which every collector accepts; through the outgoing proxy as all calls. */
export function createExporter(
  { endpoint, headers }: TracingSettings,
  { log, outgoingProxy, timeoutMs = 10_000 }: ExporterParts,
): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    httpAgentOptions: agentOf(new URL(endpoint), outgoingProxy, timeoutMs),
  })
  return reporting(exporter, log)
}

const kept = { keepAlive: true }

function agentOf(endpoint: URL, proxy: OutgoingProxy | undefined, timeoutMs: number): typeof kept | (() => Agent) {
  if (proxy === undefined || endpoint.protocol !== 'https:' || !usesProxy(endpoint, proxy)) return kept
  // The operator chose the address, so it may be in a private network.
  return () => createTunnels(proxy, kept, { check: async () => {}, timeoutMs })
}

/** Logs the first of several failures, and the end of them. A failure is reported to no one else: the spans are dropped. */
function reporting(exporter: SpanExporter, log: TracingParts['log']): SpanExporter {
  let isFailing = false
  const report = ({ code, error }: ExportResult) => {
    const hasFailed = code !== ExportResultCode.SUCCESS
    if (hasFailed && !isFailing)
      log.warn({ reason: reasonOf(error) }, 'traces cannot be sent to the collector, and are dropped until they can')
    if (!hasFailed && isFailing) log.info('traces are sent to the collector again')
    isFailing = hasFailed
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result)
        done({ code: ExportResultCode.SUCCESS })
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined
  const isShown = typeof code === 'string' || typeof code === 'number'
  return `${error?.message ?? 'unknown'}${isShown ? ` (${code})` : ''}`
}

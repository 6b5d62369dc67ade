import { randomUUID } from 'node:crypto'

import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'

import type { TracingSettings } from '../settings/settings.ts'
import { createExporter, type ExporterParts } from './exporter.ts'
import { createTracer } from './tracer.ts'
import { lastSendMaxMs, type Tracing } from './start.ts'

/** What waits for the collector at most; more spans are dropped. One takes about 1 KB. */
const limits = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 }

/** Spans that are sent to a collector in the background: requests never wait for it. Nothing is set globally, and no module is patched. */
export function createTracing(settings: TracingSettings, parts: ExporterParts): Tracing {
  const exporter = createExporter(settings, parts)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': parts.version ?? 'unknown',
      'service.instance.id': randomUUID(),
      ...settings.resource,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: 256, attributeCountLimit: 32, linkCountLimit: 1, eventCountLimit: 1 },
    spanProcessors: [new BatchSpanProcessor({ exporter, ...limits })],
  })
  return {
    tracer: createTracer(provider.getTracer('portico', parts.version), settings),
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, lastSendMaxMs)))
      await Promise.race([provider.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}

/** The samplers of the specification ("Environment Variable Specification", OTEL_TRACES_SAMPLER), without those of single vendors. */
function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const root = samplers[name as keyof typeof samplers]()
  return isParentBased === undefined ? root : new ParentBasedSampler({ root })
}

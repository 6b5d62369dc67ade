import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as SdkSpan,
  type Tracer as SdkTracer,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'

import type { TracingSettings } from '../settings/settings.ts'
import { notableMs, type Attributes, type Span, type SpanStart, type Tracer } from '../tracing/spans.ts'

/** Spans of one trace in this process; further ones are only counted, in `portico.left_out`. */
const spansMax = 1_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/**
 * A tracer over the SDK's. The trace of a caller is continued only where the operator trusts callers: otherwise anyone could decide what is
 * sampled and to which trace it belongs. Then it is a link. `tracestate` is never read.
 */
export function createTracer(sdk: SdkTracer, { trustsCallers }: Pick<TracingSettings, 'trustsCallers'>): Tracer {
  return {
    begin({ traceparent, onlyNotable = false, ...start }) {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent)
      const remote = caller === null ? undefined : { ...caller, isRemote: true }
      const context = remote !== undefined && trustsCallers ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const links = remote === undefined || trustsCallers ? [] : [{ context: remote }]
      const begun = { atMs: Date.now(), at: performance.now() }
      const timeAt = (at: number) => begun.atMs + at - begun.at
      const { name, kind, attributes = {} } = start
      const span = sdk.startSpan(name, { kind: kinds[kind], attributes, links, startTime: begun.atMs }, context)
      if (!span.isRecording()) return undefined
      const state = { sdk, timeAt, count: 1, leftOut: 0, isNotable: !onlyNotable, held: onlyNotable ? [] : undefined }
      return new RecordedSpan(span, state, { begunAt: begun.at, isRoot: true })
    },
  }
}

/** What the spans of one trace share. */
type Trace = {
  readonly sdk: SdkTracer
  /** Of `performance.now()`, in ms since 1970. */
  readonly timeAt: (at: number) => number
  count: number
  leftOut: number
  isNotable: boolean
  /** Ends that wait for the end of the trace, because it may not be notable. A span that never ends is not sent. */
  readonly held: (() => void)[] | undefined
}

class RecordedSpan implements Span {
  readonly #span: SdkSpan
  readonly #trace: Trace
  readonly #begunAt: number
  readonly #isRoot: boolean
  #context: Context | undefined
  isOver = false

  constructor(span: SdkSpan, shared: Trace, { begunAt, isRoot }: { begunAt: number; isRoot: boolean }) {
    this.#span = span
    this.#trace = shared
    this.#begunAt = begunAt
    this.#isRoot = isRoot
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  /** Version 00, with the flag of a sampled trace: others have no span. */
  get traceparent(): string {
    const { traceId, spanId } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-01`
  }

  child({ name, kind, attributes = {}, begunAt = performance.now() }: SpanStart): Span | undefined {
    const shared = this.#trace
    if (this.isOver) return undefined
    if (shared.count >= spansMax) {
      shared.leftOut += 1
      return undefined
    }
    shared.count += 1
    if (kind === 'client' && 'server.address' in attributes) shared.isNotable = true
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span)
    const startTime = shared.timeAt(begunAt)
    const span = shared.sdk.startSpan(name, { kind: kinds[kind], attributes, startTime }, this.#context)
    return new RecordedSpan(span, shared, { begunAt, isRoot: false })
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  failed(why: string): void {
    this.#span.setAttribute('error.type', why)
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
    if (this.#isRoot) this.#trace.isNotable = true
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    const at = performance.now()
    const shared = this.#trace
    const end = () => this.#span.end(shared.timeAt(at))
    if (!this.#isRoot) return shared.held === undefined ? end() : void shared.held.push(end)
    if (!shared.isNotable && at - this.#begunAt < notableMs) return
    if (shared.leftOut > 0) this.#span.setAttribute('portico.left_out', shared.leftOut)
    shared.held?.forEach((one) => one())
    end()
  }
}

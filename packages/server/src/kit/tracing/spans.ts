import { AsyncLocalStorage } from 'node:async_hooks'

/** Names from the source code, numbers, hosts and request ids: never what a person typed or a row holds (docs/decisions/0152). */
export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>

export type SpanStart = {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** `performance.now()` at its beginning, if that is over; by default now. */
  readonly begunAt?: number
}

/** One timed step of a trace. */
export interface Span {
  readonly traceId: string
  /** The header for a service that is called (W3C Trace Context). */
  readonly traceparent: string
  readonly isOver: boolean
  /** undefined: this span is over, or its trace has very many spans. */
  child(start: SpanStart): Span | undefined
  rename(name: string): void
  set(attributes: Attributes): void
  /** `why`: a status, a code or the name of an error. Its message may name people. */
  failed(why: string): void
  end(): void
}

/** What makes spans; kit/trace-export does it with the OpenTelemetry SDK. */
export interface Tracer {
  /**
   * The first span of a trace; undefined: the trace is not sampled. `traceparent`: the header of a caller. `onlyNotable`: the trace is
   * dropped unless it called another host, failed, or took at least {@link notableMs}.
   */
  begin(
    start: SpanStart & { readonly traceparent?: string | undefined; readonly onlyNotable?: boolean },
  ): Span | undefined
}

export const notableMs = 1_000

type Scope = { readonly tracer: Tracer; readonly span?: Span }

/** Where traces are off, nothing ever runs in it: then reading it costs a few nanoseconds. */
const scope = new AsyncLocalStorage<Scope>()

/** What the work starts, timers included, can begin traces. */
export function withTracer<T>(tracer: Tracer | undefined, work: () => T): T {
  return tracer === undefined ? work() : scope.run({ tracer }, work)
}

export function currentTracer(): Tracer | undefined {
  return scope.getStore()?.tracer
}

/** Work that goes on after its request has ended, such as a later write, belongs to no span. */
export function currentSpan(): Span | undefined {
  const span = scope.getStore()?.span
  return span === undefined || span.isOver ? undefined : span
}

/** The work's calls are in this span, which the caller ends. */
export function inSpan<T>(tracer: Tracer, span: Span, work: () => T): T {
  return scope.run({ tracer, span }, work)
}

/** Background work as its own trace, only if it is notable. */
export async function tracedWork<T>(name: string, work: () => Promise<T>): Promise<T> {
  const tracer = currentTracer()
  const span = tracer?.begin({ name, kind: 'internal', onlyNotable: true })
  if (tracer === undefined) return work()
  // Begun inside another span, it would be part of that one.
  if (span === undefined) return scope.run({ tracer }, work)
  try {
    return await inSpan(tracer, span, work)
  } catch (error) {
    span.failed(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** The code or the name of an error. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** One field's violation inside a structured error (spec section 3, "Error"). */
export type ProblemDetail = {
  readonly errorID: string
  readonly errorMessage: string
  readonly fieldID?: string | undefined
}

/** A failure the server explained: status other than 401 and 500 (spec section 8). */
export type ExpectedProblem = {
  readonly kind: 'expected'
  readonly status: number
  /** Absent where the body was generic (`{code, msg}`) or unreadable. */
  readonly errorID?: string | undefined
  readonly code: string
  readonly errorMessage: string
  readonly resourceType?: string | undefined
  readonly resourceID?: string | undefined
  readonly requestID?: string | undefined
  readonly details: readonly ProblemDetail[]
}

/** Nothing the person can fix: status 500, or no answer at all. Both show code 500 and the message (spec section 8). */
export type SystemProblem = {
  readonly kind: 'system'
  readonly code: 500
  readonly errorMessage: string
  readonly requestID?: string | undefined
  /** true: no server answered. */
  readonly network: boolean
  /** true: no server answered, and this device knows that it has no network. */
  readonly offline?: boolean | undefined
  /** true: the first content of a page did not come, so that nothing was typed yet. */
  readonly isLoad?: boolean | undefined
}

/** Status 401: the session has ended. */
export type SessionEndedProblem = {
  readonly kind: 'session-ended'
  readonly status: 401
  readonly errorMessage: string
  readonly requestID?: string | undefined
}

export type Problem = ExpectedProblem | SystemProblem | SessionEndedProblem

/** The wire's structured error (spec section 3). */
export type ErrorBody = {
  errorID: string
  errorMessage: string
  resourceType?: string | undefined
  resourceID?: string | undefined
  requestID?: string | undefined
  details?: readonly ProblemDetail[] | undefined
}

type Answer = {
  readonly status: number
  readonly statusText: string
  readonly requestID?: string | undefined
  readonly text: string
}

/** Reads a failed answer by the rules of spec section 8. `answer.status` is not 2xx. */
export function problemOf(answer: Answer): Problem {
  const body = parseObject(answer.text)
  const message = messageOf(body) ?? (answer.statusText || `HTTP ${answer.status}`)
  const requestID = text(body?.['requestID']) ?? answer.requestID
  if (answer.status === 401) return { kind: 'session-ended', status: 401, errorMessage: message, requestID }
  if (answer.status === 500) return { kind: 'system', code: 500, errorMessage: message, requestID, network: false }
  return {
    kind: 'expected',
    status: answer.status,
    errorID: text(body?.['errorID']),
    code: text(body?.['errorID']) ?? codeOf(body) ?? String(answer.status),
    errorMessage: message,
    resourceType: text(body?.['resourceType']),
    resourceID: text(body?.['resourceID']),
    requestID,
    details: detailsOf(body),
  }
}

/** No answer came: spec section 8, "Network failure: code 500 with the message". */
export function networkProblem(reason: unknown, offline?: boolean): SystemProblem {
  return { kind: 'system', code: 500, errorMessage: reasonText(reason), network: true, ...(offline && { offline }) }
}

function reasonText(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  const cause = reason.cause instanceof Error ? reason.cause.message : ''
  return reason.message && reason.message !== 'fetch failed' ? reason.message : cause || reason.message || reason.name
}

type Fields = Readonly<Record<string, unknown>>

function parseObject(source: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(source)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

function messageOf(body: Fields | undefined): string | undefined {
  return text(body?.['errorMessage']) ?? text(body?.['message']) ?? text(body?.['msg'])
}

function codeOf(body: Fields | undefined): string | undefined {
  const code = body?.['code']
  return typeof code === 'number' ? String(code) : text(code)
}

function detailsOf(body: Fields | undefined): ProblemDetail[] {
  const details = body?.['details']
  if (!Array.isArray(details)) return []
  return details.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const fields = entry as Fields
    return [
      {
        errorID: text(fields['errorID']) ?? '',
        errorMessage: text(fields['errorMessage']) ?? '',
        fieldID: text(fields['fieldID']),
      },
    ]
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

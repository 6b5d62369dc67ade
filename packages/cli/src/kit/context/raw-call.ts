import { networkProblem, problemOf, type HttpPort, type Outcome } from '@portico/core'

/** A call by method and path, for `portico api`. */
export type RawRequest = {
  readonly method: string
  readonly path: string
  /** Header names as typed; they override ours. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

export type RawAnswer = { readonly status: number; readonly contentType: string; readonly text: string }

/**
 * The response unchanged, redirects included. A failure has the same form as in the contract's calls, and a refusal that
 * brings another CSRF token is answered by sending the call again, as there.
 */
export async function rawCall(http: HttpPort, request: RawRequest): Promise<Outcome<RawAnswer>> {
  const token = http.cookie('csrf')
  const outcome = await callOnce(http, request)
  const isRefused = !outcome.ok && outcome.problem.kind === 'expected' && outcome.problem.errorID === 'CSRF'
  return isRefused && http.cookie('csrf') !== token ? callOnce(http, request) : outcome
}

async function callOnce(http: HttpPort, request: RawRequest): Promise<Outcome<RawAnswer>> {
  const { method, path, body } = request
  const headers: Record<string, string> = { accept: 'application/json' }
  const csrf = http.cookie('csrf')
  if (csrf !== undefined) headers['x-csrftoken'] = csrf
  if (body !== undefined) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
  try {
    const answer = await http.send({ method, path, headers, body })
    const { status, statusText } = answer
    const text = await answer.text()
    if (status >= 400)
      return { ok: false, problem: problemOf({ status, statusText, text, requestID: answer.header('x-request-id') }) }
    return { ok: true, value: { status, contentType: answer.header('content-type') ?? '', text } }
  } catch (reason) {
    return { ok: false, problem: networkProblem(reason) }
  }
}

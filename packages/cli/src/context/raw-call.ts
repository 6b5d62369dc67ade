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

/** The response unchanged, redirects included. A failure has the same form as in the contract's calls. */
export async function rawCall(http: HttpPort, request: RawRequest): Promise<Outcome<RawAnswer>> {
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

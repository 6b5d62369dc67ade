import type { ProviderFetch } from './provider-fetch.ts'
import { GraphFault } from './graph-fault.ts'
import type { GraphDirectory } from './graph-directory.ts'
import { createMemo } from './memo.ts'

export type GraphAnswer = Readonly<Record<string, unknown>>

/** One call of Microsoft Graph: a path below its address with a query, or the link to a next page. Throws GraphFault. */
export type GraphCall = (
  directory: GraphDirectory,
  call: { readonly path: string; readonly body?: unknown; readonly signal: AbortSignal },
) => Promise<GraphAnswer>

const directoriesMax = 1000
/** A token is not used in its last minute. */
const spareSecs = 60

export function createGraphCall(deps: { fetch: ProviderFetch; clock: { now(): number }; graphUrl: string }): GraphCall {
  const tokens = createMemo<string>(deps.clock, directoriesMax)

  return async (directory, call) => {
    let isNew = false
    const accessToken = () =>
      tokens.get(directory.key, () => {
        isNew = true
        return askForToken(deps.fetch, deps.graphUrl, directory, call.signal)
      })
    let response = await send(await accessToken())
    // A token can become invalid early, for example after new consent: try again with a fresh one.
    if (response.status === 401 || response.status === 403) {
      tokens.forget(directory.key)
      if (!isNew) response = await send(await accessToken())
    }
    return answerOf(response, call.path)

    async function send(token: string): Promise<Response> {
      const json = call.body === undefined ? {} : { 'content-type': 'application/json' }
      return reached(
        deps.fetch(addressOf(deps.graphUrl, call.path), {
          method: call.body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...json },
          body: call.body === undefined ? undefined : JSON.stringify(call.body),
          signal: call.signal,
        }),
        deps.graphUrl,
      )
    }
  }
}

/** Links to next pages come from outside: they are followed only on Graph's own origin, because the token is sent too. */
function addressOf(graphUrl: string, path: string): string {
  if (path.startsWith('/')) return graphUrl + path
  if (URL.canParse(path) && new URL(path).origin === new URL(graphUrl).origin) return path
  throw new GraphFault('graph-failed', { address: graphUrl, status: 200, error: 'a next page is on another server' })
}

/** Client credentials (RFC 6749 section 4.4): version 1 names a resource, version 2 all that the consent covers. */
async function askForToken(
  fetch: ProviderFetch,
  graphUrl: string,
  { version, tokenEndpoint, clientId, clientSecret }: GraphDirectory,
  signal: AbortSignal,
): Promise<{ value: string; freshMs: number }> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(version === 1 ? { resource: graphUrl } : { scope: `${graphUrl}/.default` }),
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const response = await reached(fetch(tokenEndpoint, { method: 'POST', headers, body, signal }), tokenEndpoint)
  const answer = await objectOf(response)
  const token = answer['access_token']
  if (response.status !== 200 || typeof token !== 'string') {
    const said = typeof answer['error_description'] === 'string' ? answer['error_description'] : 'there is no token'
    const error = clientSecret === '' ? said : said.replaceAll(clientSecret, '…')
    throw new GraphFault('graph-failed', { address: tokenEndpoint, status: response.status, error })
  }
  // Version 1 sends the seconds as a string.
  const secs = Number(answer['expires_in'])
  return { value: token, freshMs: Number.isFinite(secs) ? Math.max(0, secs - spareSecs) * 1000 : 0 }
}

async function answerOf(response: Response, path: string): Promise<GraphAnswer> {
  const answer = await objectOf(response)
  if (response.status === 200) return answer
  const error = answer['error'] as { code?: unknown; message?: unknown } | undefined
  const code = typeof error?.code === 'string' ? error.code : 'none'
  const message = typeof error?.message === 'string' ? error.message : 'no message'
  const call = path.split('?', 1)[0] ?? ''
  if (response.status === 401 || response.status === 403)
    throw new GraphFault('graph-no-permission', { status: response.status, code, call }, code)
  const evidence = { address: call, status: response.status, error: `${code}: ${message}` }
  throw new GraphFault('graph-failed', evidence, code)
}

async function reached(sent: Promise<Response>, address: string): Promise<Response> {
  try {
    return await sent
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new GraphFault('graph-failed', { address, status: 0, error: text })
  }
}

async function objectOf(response: Response): Promise<GraphAnswer> {
  try {
    const value: unknown = await response.json()
    return typeof value === 'object' && value !== null ? (value as GraphAnswer) : {}
  } catch {
    return {}
  }
}

import { createHash, randomBytes } from 'node:crypto'

import { cliClientId, cliSignInPaths, type HttpPort } from '@portico/core'

import { fail } from '../../../kit/errors/failure.ts'
import { listenForBrowser, type LoopbackListener } from './loopback-listener.ts'
import { accessTokenOf, postForm, unexpected } from './token-endpoint.ts'
import { phrase, type Said } from '../../../kit/phrases/phrase.ts'

/** Time limit for the person. */
export const loopbackTimeoutMs = 5 * 60_000

type Ports = {
  readonly http: HttpPort
  /** Starts the person's browser; false if there is none. */
  readonly open: (url: string) => boolean
  readonly say: (sentence: Said) => void
  readonly timeoutMs?: number
  /** Ends the waiting with its reason. */
  readonly cancelled?: AbortSignal | undefined
}

/**
 * An access token by authorization code with PKCE, sent by the browser to this machine (RFC 8252, RFC 7636). `use`
 * consumes the token while the browser waits for the outcome.
 */
export async function signInByLoopback<T>(
  origin: string,
  ports: Ports,
  use: (accessToken: string) => Promise<T>,
): Promise<T> {
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const listener = await listenForBrowser(state)
  try {
    const url = authorizationUrl(origin, listener.redirectUri, state, verifier)
    const opened = ports.open(url)
    ports.say(opened ? 'Your browser opens to sign you in. If it does not, go to:' : 'To sign in, go to:')
    ports.say(`  ${url}`)
    const query = await listener.visit(ports.timeoutMs ?? loopbackTimeoutMs, ports.cancelled)
    if (query === undefined) return tooLate()
    return await told(origin, listener, async () => use(await redeem(query, { origin, verifier, listener, ...ports })))
  } finally {
    await listener.close()
  }
}

function authorizationUrl(origin: string, redirectUri: string, state: string, verifier: string): string {
  const query = new URLSearchParams({
    client_id: cliClientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${origin}${cliSignInPaths.authorization}?${query.toString()}`
}

/** Redirects the browser to the page with the outcome. */
async function told<T>(origin: string, listener: LoopbackListener, work: () => Promise<T>): Promise<T> {
  const place = (result: string) => `${origin}${cliSignInPaths.approval}?result=${result}`
  try {
    const result = await work()
    await listener.sendOn(place('done'))
    return result
  } catch (reason) {
    await listener.sendOn(place(reason instanceof Error && reason.message === deniedMessage ? 'denied' : 'failed'))
    throw reason
  }
}

const deniedMessage = 'The sign-in was denied in the browser.'

export function denied(): never {
  return fail('cancelled', deniedMessage, { errorID: 'access_denied' })
}

function tooLate(): never {
  return fail(
    'sign-in',
    'The sign-in was not finished in the browser within 5 minutes. Where no browser runs on this machine, take a code; if it goes on, check the clocks of this machine and of the server.',
    {
      hint: 'portico login --device',
    },
  )
}

type Redeeming = { origin: string; verifier: string; listener: LoopbackListener; http: HttpPort }

async function redeem(query: URLSearchParams, { origin, verifier, listener, http }: Redeeming): Promise<string> {
  // RFC 9207: checks the issuer, so that one server's code is never sent to another.
  if (query.get('iss') !== origin) return fail('failure', phrase`The answer in the browser is not from ${origin}.`)
  const [error, code] = [query.get('error'), query.get('code')]
  if (error === 'access_denied') return denied()
  if (code === null) return fail('failure', 'The server refused the sign-in.', { errorID: error ?? undefined })
  const said = await postForm(http, cliSignInPaths.token, {
    grant_type: 'authorization_code',
    client_id: cliClientId,
    redirect_uri: listener.redirectUri,
    code,
    code_verifier: verifier,
  })
  return accessTokenOf(said) ?? unexpected(said)
}

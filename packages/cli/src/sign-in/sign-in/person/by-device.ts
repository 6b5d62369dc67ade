import { cliClientId, cliSignInPaths, deviceCodeGrant, type Clock, type HttpPort } from '@portico/core'

import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { denied } from './by-loopback.ts'
import { accessTokenOf, postForm, unexpected, type Said } from './token-endpoint.ts'
import { phrase, type Said as Spoken } from '../../../kit/phrases/phrase.ts'

const defaultIntervalSecs = 5
const slowDownSecs = 5

type Ports = {
  readonly http: HttpPort
  readonly clock: Clock
  readonly say: (sentence: Spoken) => void
  /** A QR code of an address, or undefined if there is no room. */
  readonly picture: (address: string) => Promise<string | undefined>
  readonly sleep: (ms: number) => Promise<unknown>
}

/** An access token by device authorization (RFC 8628): the person approves in any browser. */
export async function signInByDevice(origin: string, ports: Ports): Promise<string> {
  const said = await postForm(ports.http, cliSignInPaths.deviceAuthorization, { client_id: cliClientId })
  const waiting = waitingOf(said, origin, ports.clock)
  ports.say('To sign in, open this address in a browser on any device:')
  ports.say(`  ${waiting.address}`)
  ports.say(phrase`and enter the code, or compare it:  ${waiting.userCode}`)
  const picture = await ports.picture(waiting.completeAddress)
  if (picture !== undefined) ports.say(picture)
  ports.say(phrase`Waiting for your answer. The code is good for ${Math.ceil(waiting.lifeSecs / 60)} minutes.`)
  return pollForToken(waiting, ports)
}

export type Waiting = {
  readonly deviceCode: string
  readonly userCode: string
  readonly address: string
  readonly completeAddress: string
  readonly intervalSecs: number
  readonly lifeSecs: number
  /** Milliseconds since the epoch. */
  readonly endsAt: number
}

/** Polls until there is a result. Slows down while the server is unreachable or busy. */
export async function pollForToken(
  waiting: Waiting,
  { http, clock, sleep }: Pick<Ports, 'http' | 'clock' | 'sleep'>,
): Promise<string> {
  let intervalSecs = waiting.intervalSecs
  const form = { grant_type: deviceCodeGrant, client_id: cliClientId, device_code: waiting.deviceCode }
  while (clock.now() < waiting.endsAt) {
    await sleep(intervalSecs * 1000)
    const said = await postForm(http, cliSignInPaths.token, form).catch(unlessNetwork)
    if (said === undefined) {
      intervalSecs = Math.max(1, intervalSecs * 2)
      continue
    }
    const token = accessTokenOf(said)
    if (token !== undefined) return token
    const { error } = said.fields
    if (error === 'authorization_pending') continue
    if (error === 'slow_down' || said.status === 429 || said.status === 503) intervalSecs += slowDownSecs
    else if (error === 'access_denied') return denied()
    else if (error === 'expired_token') return tooLate()
    else return unexpected(said)
  }
  return tooLate()
}

function unlessNetwork(reason: unknown): undefined {
  if (reason instanceof CommandFailure && reason.failure.kind === 'network') return undefined
  throw reason
}

function waitingOf(said: Said, origin: string, clock: Clock): Waiting {
  const { device_code: deviceCode, user_code: userCode, verification_uri: address } = said.fields
  const { verification_uri_complete: complete, interval, expires_in: life } = said.fields
  if (said.status !== 200 || typeof deviceCode !== 'string' || typeof userCode !== 'string') return unexpected(said)
  // The address must be on the configured server, and the code must not contain control characters.
  const page = origin + cliSignInPaths.approval
  if (address !== page || !/^[A-Z]{4}-[A-Z]{4}$/.test(userCode))
    return fail('failure', phrase`${origin} sends people elsewhere to sign in: ${String(address)}`, {
      requestID: said.requestID,
    })
  const lifeSecs = typeof life === 'number' && life > 0 ? life : 600
  return {
    deviceCode,
    userCode,
    address: page,
    completeAddress: complete === `${page}?user_code=${userCode}` ? complete : page,
    intervalSecs: typeof interval === 'number' && interval >= 0 ? interval : defaultIntervalSecs,
    lifeSecs,
    endsAt: clock.now() + lifeSecs * 1000,
  }
}

function tooLate(): never {
  return fail(
    'sign-in',
    'The code became too old before anybody answered. If it goes on, check the clocks of this machine and of the server.',
    {
      errorID: 'expired_token',
      hint: 'portico login --device',
    },
  )
}

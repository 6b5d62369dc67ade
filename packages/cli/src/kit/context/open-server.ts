import type { Arguments, Client, Clock, Endpoint, HttpPort, Outcome, ReplyOf } from '@portico/core'

import { openSession } from '../credentials/session.ts'
import { signedIn, type SignedIn } from '../credentials/signed-in.ts'
import { CommandFailure } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { HttpPortOptions } from '../http/http-port.ts'
import { sayingNotice } from '../http/notice.ts'
import type { CommandContext, Server, Session } from './context.ts'
import { rawCall } from './raw-call.ts'

type Making = {
  readonly portTo: (origin: string, more: Partial<HttpPortOptions>) => Promise<HttpPort>
  readonly clientOf: (http: HttpPort) => Client
  readonly clock: Clock
  /** Throws instead of sending a call that changes something. */
  readonly isDryRun: boolean
}

type SignedInPort = { readonly http: HttpPort; readonly account: SignedIn | undefined }

/** A signed-in server: a service account's bearer token, or the cookies of a person's session. */
export async function openServer(origin: string, context: CommandContext, making: Making): Promise<Server> {
  const { http, account } = await openPort(origin, context, making)
  return serverOf(origin, sayingNotice(http, context.warn), making, account)
}

/** The same as a port. A `portico login` while it is open takes effect at the next renewal. */
export async function openSessionPort(origin: string, context: CommandContext, making: Making): Promise<Session> {
  let opened = await openPort(origin, context, making)
  return {
    origin,
    http: { send: (request) => opened.http.send(request), cookie: (name) => opened.http.cookie(name) },
    isUnattended: opened.account !== undefined,
    renew: async () => {
      if (opened.account === undefined) opened = await openPort(origin, context, making)
      else await opened.account.renew()
    },
  }
}

/** A server reached with a given token. */
export async function serverWith(origin: string, token: string, making: Making): Promise<Server> {
  const http = await making.portTo(origin, { bearer: () => token })
  return serverOf(origin, http, making, undefined)
}

/** A server reached with the cookies in a file; they are stored there as they change. */
export async function serverWithSession(origin: string, path: string, making: Making): Promise<Server> {
  const { openCookieJar } = await import('../http/cookies.ts')
  const http = await making.portTo(origin, { jar: openCookieJar(path, origin) })
  return serverOf(origin, http, making, undefined)
}

async function openPort(origin: string, context: CommandContext, making: Making): Promise<SignedInPort> {
  const jar = await openSession(origin, context.settings, context.paths)
  if (jar !== undefined) return { http: await making.portTo(origin, { jar }), account: undefined }
  const account = await signedIn(origin, context.settings, context.paths.credentials, {
    http: await context.connect(origin),
    now: () => context.clock.now(),
    randomId: context.randomId,
    warn: context.warn,
  })
  return { http: await making.portTo(origin, { bearer: account.bearer }), account }
}

function serverOf(
  origin: string,
  http: HttpPort,
  { clientOf, clock, isDryRun }: Making,
  account: SignedIn | undefined,
): Server {
  const client = clientOf(http)
  // A token may also be revoked, or expire early by the server's clock. The call had no effect then, so it is repeated.
  async function again<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (account === undefined) return call()
    for (;;) {
      await account.keepFresh()
      const used = account.bearer()
      const outcome = await call()
      const isRefused = !outcome.ok && outcome.problem.kind === 'session-ended'
      if (!isRefused) account.accepted(used)
      if (!isRefused || !(await account.replace(used))) return outcome
    }
  }
  type Call = <E extends Endpoint>(endpoint: E, args: Arguments<E>) => Promise<Outcome<ReplyOf<E>>>
  const send = <T>(request: { method: string; path: string }, reads: boolean, call: () => Promise<Outcome<T>>) =>
    isDryRun && !reads ? refused(request) : again(call)
  const attempt: Call = (endpoint, args) => send(endpoint, endpoint.reads, () => (client.call as Call)(endpoint, args))
  return {
    origin,
    clock,
    attempt,
    async call(endpoint, args) {
      const outcome = await attempt(endpoint, args)
      if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
      return { value: outcome.value, etag: outcome.etag }
    },
    async raw(request) {
      const outcome = await send(request, ['GET', 'HEAD'].includes(request.method), () => rawCall(http, request))
      if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
      return outcome.value
    },
  }
}

function refused({ method, path }: { readonly method: string; readonly path: string }): never {
  throw new TypeError(`A dry run would have sent ${method} ${path}.`)
}

import type { Arguments, Client, Endpoint, HttpPort, Outcome, ReplyOf } from '@portico/core'

import { openSession } from '../credentials/session.ts'
import { signedIn } from '../credentials/signed-in.ts'
import { CommandFailure } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { HttpPortOptions } from '../http/http-port.ts'
import type { CommandContext, Server, Session } from './context.ts'
import { rawCall } from './raw-call.ts'

type Making = {
  readonly portTo: (origin: string, more: Partial<HttpPortOptions>) => Promise<HttpPort>
  readonly clientOf: (http: HttpPort) => Client
}

type SignedInPort = { readonly http: HttpPort; readonly renew: (() => Promise<void>) | undefined }

/** A signed-in server: a service account's bearer token, or the cookies of a person's session. */
export async function openServer(origin: string, context: CommandContext, making: Making): Promise<Server> {
  const { http, renew } = await openPort(origin, context, making)
  return serverOf(origin, http, making.clientOf(http), renew)
}

/** The same as a port. What `portico login` writes while it is open takes effect at the next renewal. */
export async function openSessionPort(origin: string, context: CommandContext, making: Making): Promise<Session> {
  let opened = await openPort(origin, context, making)
  return {
    origin,
    http: { send: (request) => opened.http.send(request), cookie: (name) => opened.http.cookie(name) },
    isUnattended: opened.renew !== undefined,
    renew: async () => {
      if (opened.renew === undefined) opened = await openPort(origin, context, making)
      else await opened.renew()
    },
  }
}

/** A server reached with a token in hand. */
export async function serverWith(origin: string, token: string, making: Making): Promise<Server> {
  const http = await making.portTo(origin, { bearer: () => token })
  return serverOf(origin, http, making.clientOf(http), undefined)
}

async function openPort(origin: string, context: CommandContext, making: Making): Promise<SignedInPort> {
  const jar = await openSession(origin, context.settings, context.paths)
  if (jar !== undefined) return { http: await making.portTo(origin, { jar }), renew: undefined }
  const account = await signedIn(origin, context.settings, context.paths.credentials, {
    http: await context.connect(origin),
    now: () => context.clock.now(),
    randomId: context.randomId,
    warn: context.warn,
  })
  return { http: await making.portTo(origin, { bearer: account.bearer }), renew: account.renew }
}

function serverOf(origin: string, http: HttpPort, client: Client, renew: (() => Promise<void>) | undefined): Server {
  // A token may be revoked, or run out early by the server's clock: one new one is tried, then the answer stands.
  let renewed = false
  async function again<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await call()
    if (outcome.ok || outcome.problem.kind !== 'session-ended' || renew === undefined || renewed) return outcome
    renewed = true
    await renew()
    return call()
  }
  type Call = <E extends Endpoint>(endpoint: E, args: Arguments<E>) => Promise<Outcome<ReplyOf<E>>>
  const attempt: Call = (endpoint, args) => again(() => (client.call as Call)(endpoint, args))
  return {
    origin,
    attempt,
    async call(endpoint, args) {
      const outcome = await attempt(endpoint, args)
      if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
      return { value: outcome.value, etag: outcome.etag }
    },
    async raw(request) {
      const outcome = await again(() => rawCall(http, request))
      if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
      return outcome.value
    },
  }
}

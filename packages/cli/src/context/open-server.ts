import type { Arguments, Client, Endpoint, HttpPort, Outcome, ReplyOf } from '@portico/core'

import { openSession } from '../credentials/session.ts'
import { signedIn } from '../credentials/signed-in.ts'
import { CommandFailure } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { HttpPortOptions } from '../http/http-port.ts'
import type { CommandContext, Server } from './context.ts'

type Making = {
  readonly portTo: (origin: string, more: Partial<HttpPortOptions>) => HttpPort
  readonly clientOf: (http: HttpPort) => Client
}

/** A signed-in server: a service account's bearer token, or the cookies of a person's session. */
export async function openServer(origin: string, context: CommandContext, making: Making): Promise<Server> {
  const jar = await openSession(origin, context.settings, context.paths)
  if (jar !== undefined) {
    const client = making.clientOf(making.portTo(origin, { jar }))
    return serverOf(origin, client, undefined)
  }
  const now = () => context.clock.now()
  const account = await signedIn(origin, context.settings, context.paths.credentials, {
    http: context.connect(origin),
    now,
    randomId: context.randomId,
    warn: context.warn,
  })
  const client = making.clientOf(making.portTo(origin, { bearer: account.bearer }))
  return serverOf(origin, client, account.renew)
}

/** A server reached with a token in hand. */
export function serverWith(origin: string, token: string, making: Making): Server {
  return serverOf(origin, making.clientOf(making.portTo(origin, { bearer: () => token })), undefined)
}

function serverOf(origin: string, client: Client, renew: (() => Promise<void>) | undefined): Server {
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
      const outcome = await again(() => client.raw(request))
      if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
      return outcome.value
    },
  }
}

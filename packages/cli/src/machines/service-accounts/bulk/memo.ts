import type { Server } from '../../../kit/context/context.ts'

/** A server that caches what it read: applications and roles are the same for all rows. */
export function rememberReads(server: Server): Server {
  return {
    ...server,
    call: remembered<Server['call']>((endpoint, args) => server.call(endpoint, args)),
    attempt: remembered<Server['attempt']>((endpoint, args) => server.attempt(endpoint, args)),
  }
}

function remembered<Call extends Server['call'] | Server['attempt']>(call: Call): Call {
  const answers = new Map<string, unknown>()
  const ask = (...[endpoint, args]: Parameters<Server['call']>): unknown => {
    if (endpoint.method !== 'GET') return call(endpoint, args)
    const { signal: _, ...asked } = args
    const key = `${endpoint.name} ${JSON.stringify(asked)}`
    const answer = answers.get(key) ?? call(endpoint, args)
    answers.set(key, answer)
    return answer
  }
  return ask as unknown as Call
}

import { createCore, fetchPort, type Core, type DeviceMemory } from '@portico/core'

export const testBaseUrl = 'http://127.0.0.1:4000'

/** A cookie jar with the real client of core over the real routes. */
export type Browser = {
  readonly cookies: Map<string, string>
  readonly core: Core
  /** The request with this browser's cookies; `Set-Cookie` is kept. */
  send(path: string, init?: RequestInit): Promise<Response>
}

export function createBrowser(
  server: { fetch(request: Request): Promise<Response> },
  baseUrl: string,
  start: { session?: string; csrf?: string } = {},
): Browser {
  const cookies = new Map<string, string>()
  if (start.session !== undefined) cookies.set('portico-session', start.session)
  if (start.csrf !== undefined) cookies.set('csrf', start.csrf)
  const memory = new Map<string, string>()
  const device: DeviceMemory = {
    get: (key) => memory.get(key),
    set: (key, value) => void memory.set(key, value),
    remove: (key) => void memory.delete(key),
  }
  const fetch = async (request: Request) => {
    const headers = new Headers(request.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await server.fetch(new Request(request, { headers }))
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    core: createCore({
      http: fetchPort({ fetch, origin: baseUrl, cookie: (name) => cookies.get(name) }),
      clock: Date,
      memory: device,
    }),
    send: (path, init) => fetch(new Request(baseUrl + path, { redirect: 'manual', ...init })),
  }
}

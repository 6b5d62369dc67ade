import { requestAccessToken } from './access-token.ts'
import type { Automation } from './server-process.ts'

export type AdminApi = {
  /** Calls `/api` + path as a service account that administers the tenant; throws unless the answer is 2xx. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** The API as a program sees it: an assertion becomes a token (RFC 7523), and the token opens the rest. */
export async function openAdminApi({ server, serviceAccountId, keyFile }: Automation): Promise<AdminApi> {
  const token = await requestAccessToken({ server, serviceAccountId, keyFile })
  return {
    async call<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${server}/api${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
  }
}
